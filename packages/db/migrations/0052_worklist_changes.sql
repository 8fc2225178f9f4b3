CREATE TABLE "worklist_changes" (
	"scope" uuid NOT NULL,
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "worklist_changes_scope_transaction_pk" PRIMARY KEY("scope","transaction")
);
--> statement-breakpoint
CREATE INDEX "worklist_changes_at" ON "worklist_changes" USING btree ("at");
--> statement-breakpoint
-- A row belongs to the one transaction that writes it: no writer waits for another.
create function note_change(laboratories uuid[], doctors uuid[]) returns void language sql as $$
  insert into worklist_changes (scope)
  select distinct scope from unnest('{00000000-0000-0000-0000-000000000000}' || laboratories || doctors) scope where scope is not null
  on conflict do nothing
$$;
--> statement-breakpoint
-- Whoever saw a study before the change or sees it now; and who sees one of the same UID, which is flagged as such.
create function note_study() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then return null; end if;
  perform note_change(array[old.lab_id, new.lab_id], old.doctor_ids || new.doctor_ids);
  if old.study_instance_uid is distinct from new.study_instance_uid then
    perform note_change(array[lab_id], doctor_ids) from studies where study_instance_uid in (old.study_instance_uid, new.study_instance_uid);
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger studies_noted after insert or update or delete on studies for each row execute function note_study();
--> statement-breakpoint
create function note_row_of_study() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where id in (old.study_id, new.study_id);
  return null;
end
$$;
--> statement-breakpoint
create function note_row_of_patient() returns trigger language plpgsql as $$
begin
  perform note_change(array[lab_id], doctor_ids) from studies where patient_row_id in (old.patient_row_id, new.patient_row_id);
  return null;
end
$$;
--> statement-breakpoint
create function note_everybody() returns trigger language plpgsql as $$
begin
  perform note_change(array['ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid], '{}');
  return null;
end
$$;
--> statement-breakpoint
create trigger assignments_noted after insert or update or delete on assignments for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger study_discussions_noted after insert or update or delete on study_discussions for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger reports_noted after insert or update or delete on reports for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger downloads_noted after insert or update or delete on downloads for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger zips_noted after insert or update or delete on zips for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger study_events_noted after insert or update or delete on study_events for each row execute function note_row_of_study();
--> statement-breakpoint
create trigger documents_noted after insert or update or delete on documents for each row execute function note_row_of_patient();
--> statement-breakpoint
create trigger labs_noted after update of name, preliminary_visible on labs for each statement execute function note_everybody();
--> statement-breakpoint
create trigger doctors_noted after update of specialization, is_active_profile, user_id on doctors for each statement execute function note_everybody();
--> statement-breakpoint
create trigger users_noted after update of full_name, is_active on users for each statement execute function note_everybody();
