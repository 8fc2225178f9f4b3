-- Returns a person's name for lists, from its text as DICOM writes it (Family^Given^Middle^Prefix^Suffix=ideographic=phonetic): the first script, and
-- other ones in brackets. Null if nothing of it can be read. As rowName in packages/contracts/src/core/person-names.ts.
create or replace function shown_name(name text) returns text language sql immutable parallel safe as $$
  select string_agg(case position when 1 then words when 2 then ' (' || words else ', ' || words end, '' order by position)
    || case when count(*) > 1 then ')' else '' end
  from (
    select words, row_number() over (order by min(place)) as position
    from (
      select btrim(regexp_replace(translate(part, '^', ' '), '\s+', ' ', 'g')) as words, place
      from unnest(string_to_array(name, '=')) with ordinality parts (part, place)) read
    where words <> '' group by words) groups
$$;
--> statement-breakpoint
-- Returns the texts by which a name is found, folded: its words, and each script without blanks as "familygivenfamily", in which both orders occur. The
-- sign before it sorts below all letters and digits, and nobody can search for it. A name without parts begins with its first word.
create or replace function name_search_text(name text) returns text language sql stable parallel safe as $$
  select fold_text(shown_name(name)) || coalesce((
    select string_agg(' !' || replace(family || given || family, ' ', ''), '' order by place)
    from (
      select place,
        btrim(fold_text(case when position('^' in part) > 0 then split_part(part, '^', 1) else split_part(btrim(part), ' ', 1) end)) as family,
        btrim(fold_text(case when position('^' in part) > 0 then substr(part, position('^' in part))
          else substr(btrim(part), length(split_part(btrim(part), ' ', 1)) + 1) end)) as given
      from unnest(string_to_array(name, '=')) with ordinality parts (part, place)) read
    where family <> '' and given <> ''), '')
$$;
