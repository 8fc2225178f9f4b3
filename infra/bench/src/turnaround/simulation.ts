import type { SimulationChanges } from '@readroom/contracts/turnaround/assignment-simulations'
import { type Database, openDatabase } from '@readroom/db/core/client'
import { studies } from '@readroom/db/studies/studies.schema'
import { isOfPeriod, type SimulatedPeriod } from '@readroom/db/turnaround/simulated-studies'
import { readSimulationInput, simulate } from '@readroom/domain/turnaround/simulation/simulations'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { withStudies } from '../core/bench-system.ts'
import type { Figure } from '../core/figure.ts'
import { quantile, time } from '../core/statistics.ts'

const days = 30
const studiesADay = 1_000
const readers = 40
const rounds = 3
const zone = 'Europe/Berlin'

/** Forty doctors read, in early, late and night shifts; every third reads only some modalities, every fourth has a limit. */
const giveShifts = [
  `update doctors set is_active_profile = false`,
  `with reader as (select id, row_number() over (order by id) as n from doctors limit ${readers})
    update doctors set is_active_profile = true, open_minutes_limit = case when n % 4 = 0 then 240 end,
      reads_modalities = case when n % 3 = 0 then array['CT', 'MR', 'US'] end
    from reader where reader.id = doctors.id`,
  `insert into doctor_presence (doctor_id, time_zone, shifts, absences)
    select id, '${zone}', (
      select jsonb_agg(jsonb_build_object('weekday', day, 'from', (array['06:00', '14:00', '22:00'])[n], 'to', (array['14:00', '22:00', '06:00'])[n]))
      from unnest(array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']) as day), '[]'
    from (select id, 1 + row_number() over (order by id) % 3 as n from doctors where is_active_profile) numbered`,
]

/** The newest studies became ready in the last days, with a deadline a few hours later. */
const makeReady = [
  'set session_replication_role = replica',
  `with newest as (select id, row_number() over (order by received_at desc, id) as n from studies order by received_at desc, id limit ${days * studiesADay})
    update studies set ready_at = now() - make_interval(secs => n * ${86_400 / studiesADay}),
      due_at = now() - make_interval(secs => n * ${86_400 / studiesADay}) + interval '1 hour' * (1 + n % 24)
    from newest where newest.id = studies.id`,
  'set session_replication_role = origin',
  'vacuum analyze studies',
]

const never = new AbortController().signal

/** Runs a simulation without keeping it. Returns how many studies it dealt with. */
async function run(
  { db }: Pick<Database, 'db'>,
  period: SimulatedPeriod,
  changes: SimulationChanges | null = null,
): Promise<number> {
  const input = await readSimulationInput(db, period, zone)
  const result = await simulate(input, { note: async () => {}, signal: never, changes })
  return result.studies
}

const median = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await time(work))
  return quantile(times, 0.5)
}

/** Measures a simulation of 30 days with 1,000 studies each, beside bare reading of the same rows. */
export async function benchSimulation(): Promise<Figure[]> {
  return withStudies(100_000, async (databaseUrl) => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 })
    for (const statement of [...giveShifts, ...makeReady]) await pool.query(statement)
    await pool.end()
    const database = openDatabase(databaseUrl, { onError: () => {} })
    const to = new Date()
    const period = { from: new Date(to.getTime() - days * 86_400_000), to, labId: null }
    const bare = await median(() =>
      database.db.execute(sql`select * from ${studies} where ${isOfPeriod(period)} order by ready_at`),
    )
    const count = await run(database, period)
    const simulated = await median(() => run(database, period))
    const compared = await median(() => run(database, period, { addedDoctor: null, rulesOff: ['due'], shares: [] }))
    await database.close()
    const name = `${count} studies of ${days} days, ${readers} readers`
    return [
      { name: `simulation of ${name}`, value: simulated / 1_000, unit: ' s', limit: 20 },
      { name: `simulation of ${name}, with and without a rule`, value: compared / 1_000, unit: ' s', limit: 40 },
      {
        name: `simulation of ${name}, beside bare reading (${bare.toFixed(0)} ms)`,
        value: simulated / bare,
        unit: ' times',
        limit: 40,
      },
    ]
  })
}
