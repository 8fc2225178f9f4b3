CREATE TABLE "study_kind_totals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_kind_totals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owner" uuid NOT NULL,
	"status" text NOT NULL,
	"is_emergency" boolean NOT NULL,
	"n" bigint NOT NULL,
	"modalities" text[] NOT NULL,
	"mlc_case" boolean NOT NULL,
	"study_type" text
);
--> statement-breakpoint
CREATE INDEX "study_kind_totals_owner" ON "study_kind_totals" USING btree ("owner");--> statement-breakpoint
-- Nobody changes a study between the first sum and the function that keeps it.
LOCK TABLE "studies" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "study_kind_totals" ("owner", "status", "is_emergency", "modalities", "mlc_case", "study_type", "n")
	SELECT "owner", "status", "is_emergency", "modalities", "mlc_case", "study_type", sum("n") FROM "study_counts" GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum("n") <> 0;--> statement-breakpoint
create or replace function count_study(study studies, by int) returns void language sql as $$
  with owner as (select unnest(array_prepend('00000000-0000-0000-0000-000000000000'::uuid, study.doctor_ids)) as id),
  total as (
    insert into study_totals (owner, status, is_emergency, n)
    select id, study.status, study.is_emergency, by
    from (select id from owner union all select study.lab_id where study.lab_id is not null) counted),
  kind as (
    insert into study_kind_totals (owner, status, modalities, is_emergency, mlc_case, study_type, n)
    select id, study.status, study.modalities, study.is_emergency, study.mlc_case, study.study_type, by from owner)
  insert into study_counts (owner, lab_id, status, modalities, is_emergency, mlc_case, study_type, n)
  select id, study.lab_id, study.status, study.modalities, study.is_emergency, study.mlc_case, study.study_type, by from owner
$$;
