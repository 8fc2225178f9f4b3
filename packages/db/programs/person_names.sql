-- Returns the groups of a name. `=` is a sign like any other if what stands behind it is no second script, as splitGroups in
-- packages/contracts/src/core/person-names.ts says. A text in UTF-8 with more bytes than characters is not ASCII alone.
create or replace function name_groups(name text) returns text[] language sql immutable parallel safe as $$
  select case when cardinality(parts) <= 3 and not exists (
      select 1 from unnest(parts[2:]) part
      where btrim(regexp_replace(translate(part, '^', ' '), '\s+', ' ', 'g')) <> '' and octet_length(part) = length(part) and btrim(regexp_replace(translate(part, '^', ' '), '\s+', ' ', 'g')) <> btrim(regexp_replace(translate(parts[1], '^', ' '), '\s+', ' ', 'g')))
    then parts else array[name] end
  from (select string_to_array(name, '=') as parts) split
$$;
--> statement-breakpoint
-- Returns a person's name for lists, from its text as DICOM writes it (Family^Given^Middle^Prefix^Suffix=ideographic=phonetic): the first script, and
-- other ones in brackets. Null if nothing of it can be read. As rowName in packages/contracts/src/core/person-names.ts.
create or replace function shown_name(name text) returns text language plpgsql immutable parallel safe as $$
begin
  -- Most names have one script, and each change of a study shows two.
  if position('=' in name) = 0 then
    return nullif(btrim(regexp_replace(translate(name, '^', ' '), '\s+', ' ', 'g')), '');
  end if;
  return (
    select string_agg(case position when 1 then words when 2 then ' (' || words else ', ' || words end, '' order by position)
      || case when count(*) > 1 then ')' else '' end
    from (
      select words, row_number() over (order by min(place)) as position
      from (
        select btrim(regexp_replace(translate(part, '^', ' '), '\s+', ' ', 'g')) as words, place
        from unnest(name_groups(name)) with ordinality parts (part, place)) read
      where words <> '' group by words) groups);
end
$$;
--> statement-breakpoint
-- Returns the texts by which a name is found, folded: its words, and each script without blanks as "familygivenfamily", in which both orders occur. The
-- sign before it sorts below all letters and digits, and nobody can search for it. A name without parts begins with its first word.
create or replace function name_search_text(name text) returns text language plpgsql immutable parallel safe as $$
declare
  result text := fold_text(shown_name(name));
  part text;
  family text;
  given text;
begin
  foreach part in array name_groups(coalesce(name, '')) loop
    part := btrim(part);
    family := case when position('^' in part) > 0 then split_part(part, '^', 1) else split_part(part, ' ', 1) end;
    given := replace(fold_text(substr(part, length(family) + 1)), ' ', '');
    family := replace(fold_text(family), ' ', '');
    if family <> '' and given <> '' then
      result := result || ' !' || family || given || family;
    end if;
  end loop;
  return result;
end
$$;
