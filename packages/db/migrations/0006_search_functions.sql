-- What searches compare: letters without case, accents or presentation forms, words apart by one space, and a space before the first.
-- Search terms go through the same function, so the two cannot differ. unaccent() is only stable because its rules could be edited;
-- named with its dictionary it may serve an index, and the rules of an installed server stay as they are.
create function fold_text(value text) returns text language sql immutable parallel safe as $$
  select ' ' || btrim(regexp_replace(
    replace(lower(public.unaccent('public.unaccent'::regdictionary,
      lower(regexp_replace(normalize(coalesce(value, ''), nfkd), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]', '', 'g')))), 'ς', 'σ'),
    '[[:space:][:punct:]’‘´·、，。･・]+', ' ', 'g'))
$$;
--> statement-breakpoint
-- Everything a search of all fields looks in. The date both as people write it and as DICOM does.
create function study_search_text(name text, patient_id text, accession text, description text, modalities text[], made date)
returns text language sql immutable parallel safe as $$
  select concat_ws(' ', name, patient_id, accession, description, array_to_string(modalities, ' '),
    to_char(made, 'YYYY-MM-DD'), to_char(made, 'YYYYMMDD'))
$$;
--> statement-breakpoint
create function doctor_keys(doctors uuid[], tab text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(key order by key), '{}')
  from unnest(doctors) doctor, lateral (values (doctor::text), (doctor || ':' || tab)) keys(key)
$$;
