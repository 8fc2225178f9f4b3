import { asOwner } from '@readroom/db/core/owner'
import type { DatedEvent } from './study-times.ts'

export interface StudyTimes {
  studyInstanceUid: string
  events: readonly DatedEvent[]
}

/**
 * Dates a study's first event of each kind, and its uploaded reports, back as they are inserted, so that the demo has a past. Repeated settling keeps the time of the first.
 * A deadline then follows from the minutes of its target, which loses the times that were computed from the present.
 * Stored events stay as they are. Only the owner of the database can create the trigger, and `endEventTimes` removes it.
 */
const install = [
  `create schema if not exists demo`,
  `create table if not exists demo.event_times (
    study_instance_uid text not null, event text not null, at timestamptz not null, primary key (study_instance_uid, event))`,
  `create or replace function demo.date_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare dated timestamptz;
    begin
      select t.at into dated from demo.event_times t join studies s on s.study_instance_uid = t.study_instance_uid
        where s.id = new.study_id and t.event = new.event
          and (new.event = 'settled' or not exists (select 1 from study_events e where e.study_id = s.id and e.event = new.event));
      if dated is not null then
        new.at := dated;
        new.details := new.details #- '{target,dueAt}' #- '{target,warnAt}';
      end if;
      return new;
    end $$`,
  // Nobody is told that a study is late which has its report a moment later.
  `create or replace function demo.hold_escalation() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    begin
      if exists (select 1 from demo.event_times t where t.study_instance_uid = new.study_instance_uid) then new.escalate_at := null; end if;
      return new;
    end $$`,
  // An uploaded report never changes, so that it has its time from the beginning.
  `create or replace function demo.date_report() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
    declare dated timestamptz;
    begin
      select t.at into dated from demo.event_times t join studies s on s.study_instance_uid = t.study_instance_uid
        where s.id = new.study_id and new.version_id is null
          and t.event = any (case new.status when 'draft' then array['drafted'] else array['uploaded', 'finalized'] end) limit 1;
      new.uploaded_at := coalesce(dated, new.uploaded_at);
      new.released_at := coalesce(dated, new.released_at);
      return new;
    end $$`,
  `create or replace trigger studies_demo before update on studies for each row execute function demo.hold_escalation()`,
  `create or replace trigger reports_demo before insert on reports for each row execute function demo.date_report()`,
  `create or replace trigger study_events_demo before insert on study_events for each row execute function demo.date_event()`,
]

/** Gives rows that say when something was done the time of its event. */
const alignRows = [
  `update assignments a set assigned_at = s.assigned_at from studies s
    where s.id = a.study_id and s.study_instance_uid in (select study_instance_uid from demo.event_times) and s.assigned_at is not null`,
  `update downloads d set at = e.at from study_events e join studies s on s.id = e.study_id
    where e.details->>'reportId' = d.report_id::text and e.event like 'downloaded%' and e.actor_user_id = d.user_id
      and s.study_instance_uid in (select study_instance_uid from demo.event_times)`,
]

/** Open studies tell from now on that they are at risk or late. */
const resumeEscalation = `update studies set escalate_at = warn_at
  where reported_at is null and escalate_at is null and escalated_steps = '{}' and ready_at is not null`

/** Less than the second after which the database looks for a deadlock: this program gives way, and not those that work meanwhile. */
const LOCK_MS = 500
const gaveWay = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03'

/** Runs statements in one transaction, again and again until others let it have its tables. */
async function runGivingWay(client: { query: (text: string) => Promise<unknown> }, statements: readonly string[]): Promise<void> {
  for (;;) {
    try {
      await client.query(['begin', `set local lock_timeout = ${LOCK_MS}`, ...statements, 'commit'].join(';\n'))
      return
    } catch (error) {
      await client.query('rollback')
      if (!gaveWay(error)) throw error
    }
  }
}

/** Begins to date the events of these studies back. Repeating it is harmless. */
export async function beginEventTimes(databaseUrl: string, studies: readonly StudyTimes[]): Promise<void> {
  const times = studies.flatMap(({ studyInstanceUid, events }) =>
    events.map(({ event, at }) => ({ study_instance_uid: studyInstanceUid, event, at })),
  )
  await asOwner(databaseUrl, async (_db, client) => {
    await runGivingWay(client, install)
    const rows = 'select * from jsonb_populate_recordset(null::demo.event_times, $1)'
    await client.query(`insert into demo.event_times ${rows} on conflict do nothing`, [JSON.stringify(times)])
  })
}

/** Ends it, and leaves nothing of it in the database but the times. */
export async function endEventTimes(databaseUrl: string): Promise<void> {
  await asOwner(databaseUrl, async (_db, client) => {
    await runGivingWay(client, [...alignRows, 'drop schema demo cascade', resumeEscalation])
  })
}
