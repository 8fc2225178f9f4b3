import type pg from 'pg'

/**
 * The role belongs to the server, not to the database: a dump of the database brings neither it nor, restored if it is missing, its rights.
 * Another database of ours on the same server may make it at the same moment; who may not make roles need not if it is there.
 */
const role = `
  do $$
  begin
    if to_regrole('readroom_app') is null then
      create role readroom_app nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end
  $$;
  do $$
  begin
    if not pg_has_role(current_user, 'readroom_app', 'set') then
      grant readroom_app to current_user;
    end if;
  exception when duplicate_object or unique_violation then null;
  end
  $$`

/**
 * The application reads and writes every table, but never changes the audit log, its chain and signed content, and removes no record of an erasure.
 * Rights on functions are in `programs/`.
 */
const rights = [
  'grant usage on schema public to readroom_app',
  'grant select, insert, update, delete on all tables in schema public to readroom_app',
  'grant usage, select on all sequences in schema public to readroom_app',
  // Programs ask whether they know the schema.
  'grant usage on schema drizzle to readroom_app',
  'grant select on drizzle.__drizzle_migrations, drizzle.__programs to readroom_app',
  'alter default privileges in schema public grant select, insert, update, delete on tables to readroom_app',
  'alter default privileges in schema public grant usage, select on sequences to readroom_app',
  'revoke insert, update, delete on audit_chain from readroom_app',
  'revoke delete on privacy_actions from readroom_app',
  // An older schema, to which a backup is restored, may not have all of them yet.
  `do $$
  declare kept text;
  begin
    foreach kept in array array['audit_log', 'study_events', 'report_versions', 'critical_results', 'critical_communications'] loop
      if to_regclass(kept) is not null then
        execute format('revoke update, delete on %I from readroom_app', kept);
      end if;
    end loop;
  end
  $$`,
]

/** Makes sure that the server of `client` has the role that programs take (client.ts), and that its user may take it. */
export async function ensureApplicationRole(client: pg.Client): Promise<void> {
  await client.query(role)
}

/** Gives the role its rights in a database that has the newest schema: at no moment more than they are. */
export async function grantApplicationRights(client: pg.Client): Promise<void> {
  await client.query(['begin', ...rights, 'commit'].join(';\n'))
}
