import { DealExplanation, NobodyReason } from '@readroom/contracts/studies/assignment-engine'
import { DealingMode, maxPassedOver } from '@readroom/contracts/studies/automatic-assignment'
import { StudyStatus } from '@readroom/contracts/studies/study-workflow'
import { LeftStudy } from '@readroom/contracts/turnaround/automatic-assignment'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '../access/accounts.schema.ts'
import type { Db, Tx } from '../core/client.ts'
import { doctorGroups } from '../people/doctor-groups.schema.ts'
import { doctors } from '../people/doctors.schema.ts'
import { labs } from '../people/labs.schema.ts'
import { assignments } from '../studies/assignments/assignments.schema.ts'
import { groupsOf, isWaiting } from '../studies/assignments/readers.ts'
import { studies } from '../studies/studies.schema.ts'
import { isRunning } from '../studies/study-filters.ts'
import { sortKeyOf } from '../studies/study-sort-keys.ts'
import { assignmentModes, assignmentProposals, assignmentRefusals, unplacedStudies } from './automatic-assignment.schema.ts'
import { isToDeal, isUrgent, whyLeft } from './dealing.ts'

/** Fields of `undefined` are left as they are. */
type NewMode = {
  labId: string
  mode: DealingMode
  groupId?: string | null | undefined
  proposesMoves?: boolean | undefined
}

/** Stores the first mode of a laboratory. Returns false if it has one. */
export async function insertMode(tx: Tx<'dealing'>, mode: NewMode): Promise<boolean> {
  const rows = await tx.insert(assignmentModes).values(mode).onConflictDoNothing().returning()
  return rows.length > 0
}

/** Changes the mode of a laboratory. Returns false if it has another version by now. */
export async function updateMode(
  tx: Tx<'dealing'>,
  { labId, version, ...fields }: NewMode & { version: number },
): Promise<boolean> {
  const rows = await tx
    .update(assignmentModes)
    .set({ ...fields, version: version + 1, updatedAt: sql`now()` })
    .where(and(eq(assignmentModes.labId, labId), eq(assignmentModes.version, version)))
    .returning()
  return rows.length > 0
}

const LabDealing = z.object({
  labId: z.string(),
  name: z.string(),
  mode: DealingMode,
  groupId: z.string().nullable(),
  proposesMoves: z.boolean(),
  version: z.int(),
  waiting: z.int(),
})

/** Returns the modes of all laboratories by their names, with the number of studies that wait for a doctor. */
export async function listLabDealings(db: Db): Promise<z.infer<typeof LabDealing>[]> {
  const { rows } = await db.execute(sql`
    select ${labs.id} as "labId", ${labs.name} as name, coalesce(${assignmentModes.mode}, 'off') as mode, ${assignmentModes.groupId} as "groupId",
      coalesce(${assignmentModes.proposesMoves}, false) as "proposesMoves", coalesce(${assignmentModes.version}, 0) as version,
      (select count(*)::int from ${studies} where ${studies.labId} = ${labs.id} and ${isWaiting}) as waiting
    from ${labs} left join ${assignmentModes} on ${assignmentModes.labId} = ${labs.id}
    order by lower(${labs.name}), ${labs.id}`)
  return z.array(LabDealing).parse(rows)
}

const UnplacedGroup = z.object({
  labId: z.string(),
  labName: z.string(),
  groupName: z.string().nullable(),
  reasons: z.array(NobodyReason),
  studies: z.int(),
})

/** Returns the studies that no doctor fits, by laboratory and reasons, the most frequent first. */
export async function listUnplaced(db: Db): Promise<z.infer<typeof UnplacedGroup>[]> {
  const { rows } = await db.execute(sql`
    select ${labs.id} as "labId", ${labs.name} as "labName", ${doctorGroups.name} as "groupName", ${unplacedStudies.reasons} as reasons, count(*)::int as studies
    from ${unplacedStudies} join ${studies} on ${studies.id} = ${unplacedStudies.studyId} and ${studies.cycle} = ${unplacedStudies.cycle}
      join ${labs} on ${labs.id} = ${studies.labId} join ${assignmentModes} on ${assignmentModes.labId} = ${labs.id}
      left join ${doctorGroups} on ${doctorGroups.id} = ${assignmentModes.groupId}
    where ${isToDeal} and ${assignmentModes.mode} <> 'off'
    group by ${labs.id}, ${doctorGroups.name}, ${unplacedStudies.reasons} order by count(*) desc, ${labs.name}, ${unplacedStudies.reasons}::text`)
  return z.array(UnplacedGroup).parse(rows)
}

const StudyFacts = z.object({
  studyId: z.string(),
  labName: z.string(),
  patientName: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  description: z.string().nullable(),
  modalities: z.array(z.string()),
  dueAt: z.coerce.date().nullable(),
})

const studyFacts = sql`${studies.id} as "studyId", ${labs.name} as "labName", ${studies.patientName} as "patientName",
  ${studies.accessionNumber} as "accessionNumber", ${studies.description} as description, ${studies.modalities} as modalities,
  ${studies.dueAt} as "dueAt"`

/** The order of work, beside tables that have columns of the same names. */
const inOrderOfWork = (studyIds: SQL) =>
  sql`select id from ${studies} where id in (${studyIds}) order by ${sortKeyOf.dueDate}, id`

const Proposal = StudyFacts.extend({ doctorId: z.string(), doctorName: z.string(), explanation: DealExplanation })

/** Returns the first proposals in the order of work, and how many there are. */
export async function listProposals(db: Db, limit: number): Promise<{ proposals: z.infer<typeof Proposal>[]; count: number }> {
  const standing = sql`
    from ${assignmentProposals} join ${studies} on ${studies.id} = ${assignmentProposals.studyId} and ${studies.cycle} = ${assignmentProposals.cycle}
      join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId} and ${assignmentModes.mode} = 'suggest'
    where ${isToDeal}`
  const { rows } = await db.execute(sql`
    with first as (${inOrderOfWork(sql`select ${studies.id} ${standing}`)} limit ${limit})
    select ${studyFacts}, ${doctors.id} as "doctorId", ${users.fullName} as "doctorName", ${assignmentProposals.explanation} as explanation
    from ${studies} join first on first.id = ${studies.id} join ${labs} on ${labs.id} = ${studies.labId}
      join ${assignmentProposals} on ${assignmentProposals.studyId} = ${studies.id}
      join ${doctors} on ${doctors.id} = ${assignmentProposals.doctorId} join ${users} on ${users.id} = ${doctors.userId}
    order by array_position(array(select id from first), ${studies.id})`)
  const counted = await db.execute(sql`select count(*)::int as count ${standing}`)
  const [{ count }] = z.tuple([z.object({ count: z.int() })]).parse(counted.rows)
  return { proposals: z.array(Proposal).parse(rows), count }
}

const PassedOver = StudyFacts.extend({ doctorName: z.string().nullable() })

/** Returns the studies without a report that were passed over as often as they can be, those that are due first before the others. */
export async function listPassedOver(db: Db, limit: number): Promise<z.infer<typeof PassedOver>[]> {
  const { rows } = await db.execute(sql`
    select ${studyFacts},
      (select ${users.fullName} from ${doctors} join ${users} on ${users.id} = ${doctors.userId}
        where ${doctors.id} = ${studies.doctorIds}[1]) as "doctorName"
    from ${studies} join ${labs} on ${labs.id} = ${studies.labId}
    where ${studies.reportedAt} is null and ${studies.status} <> 'archived' and ${studies.id} in (
      select ${assignmentRefusals.studyId} from ${assignmentRefusals}
      where ${assignmentRefusals.kind} = 'passedOver' group by ${assignmentRefusals.studyId}, ${assignmentRefusals.cycle}
      having count(*) >= ${maxPassedOver})
    order by ${studies.dueAt}, ${studies.id} limit ${limit}`)
  return z.array(PassedOver).parse(rows)
}

const Left = StudyFacts.extend({ why: LeftStudy.shape.why })

/** Returns the studies that wait for a doctor and that automatic assignment leaves alone, those that are due first before the others. */
export async function listLeft(db: Db, limit: number): Promise<z.infer<typeof Left>[]> {
  const { rows } = await db.execute(sql`
    select ${studyFacts}, ${whyLeft} as why
    from ${studies} join ${labs} on ${labs.id} = ${studies.labId}
      join ${assignmentModes} on ${assignmentModes.labId} = ${studies.labId} and ${assignmentModes.mode} <> 'off'
    where ${isWaiting} and not (${isToDeal}) order by ${studies.dueAt}, ${studies.id} limit ${limit}`)
  return z.array(Left).parse(rows)
}

const Dealt = StudyFacts.extend({
  by: z.enum(['assign', 'pool']),
  status: StudyStatus,
  passedOver: z.int(),
  explanation: DealExplanation.nullable(),
})

/** Returns the studies that were dealt to a doctor and are not begun, the last first. */
export async function listDealt(db: Db, doctorId: string, limit: number): Promise<z.infer<typeof Dealt>[]> {
  const { rows } = await db.execute(sql`
    select ${studyFacts}, ${assignments.dealtBy} as by, ${studies.status} as status,
      (select count(*)::int from ${assignmentRefusals} where ${assignmentRefusals.studyId} = ${studies.id}
        and ${assignmentRefusals.cycle} = ${studies.cycle} and ${assignmentRefusals.kind} = 'passedOver') as "passedOver",
      (select e.details->'dealt'->'explanation' from study_events e
        where e.study_id = ${studies.id} and e.event = 'assigned' and e.details->>'doctorId' = ${doctorId}
        order by e.at desc, e.id desc limit 1) as explanation
    from ${assignments} join ${studies} on ${studies.id} = ${assignments.studyId} join ${labs} on ${labs.id} = ${studies.labId}
    where ${assignments.doctorId} = ${doctorId} and ${assignments.dealtBy} is not null and ${assignments.unassignedAt} is null
      and (${studies.status} = 'assigned_to_doctor' or (${assignments.dealtBy} = 'pool' and ${studies.status} = 'doctor_opened_report'))
    order by ${assignments.assignedAt} desc, ${studies.id} limit ${limit}`)
  return z.array(Dealt).parse(rows)
}

const Pool = z.tuple([z.object({ hasPool: z.boolean(), waiting: z.int() })])

/** Returns whether a laboratory that the doctor can be dealt studies of has a pool, and how many studies wait in these pools. */
export async function findPool(db: Db, doctorId: string): Promise<{ hasPool: boolean; waiting: number }> {
  const { rows } = await db.execute(sql`
    with pools as (
      select ${assignmentModes.labId} as lab_id from ${assignmentModes} join ${doctors} on ${doctors.id} = ${doctorId}
      where ${assignmentModes.mode} = 'pool' and (${doctors.readsLabIds} is null or ${assignmentModes.labId} = any(${doctors.readsLabIds}))
        and (${assignmentModes.groupId} is null or ${assignmentModes.groupId} = any(${groupsOf})))
    select exists (select 1 from pools) as "hasPool",
      (select count(*)::int from ${studies} where ${studies.labId} in (select lab_id from pools) and ${isToDeal}) as waiting`)
  return Pool.parse(rows)[0]
}

const Urgent = StudyFacts.extend({ labName: z.string().nullable(), doctorIds: z.array(z.string()) })

/**
 * Returns the statement for emergencies and stat studies with a deadline that nobody has opened, or whose doctor is known not to go on with them, those
 * that are due first.
 */
export const selectUrgent = (limit: number): SQL => sql`
  select ${studyFacts}, ${studies.doctorIds} as "doctorIds" from ${studies} left join ${labs} on ${labs.id} = ${studies.labId}
  where ${studies.reportedAt} is null and ${studies.dueAt} is not null and (${studies.openedAt} is null or ${studies.misplacedAt} is not null)
    and ${isRunning(sql`now()`)} and ${isUrgent}
  order by ${studies.dueAt}, ${studies.id} limit ${limit}`

export async function listUrgent(db: Db, limit: number): Promise<z.infer<typeof Urgent>[]> {
  return z.array(Urgent).parse((await db.execute(selectUrgent(limit))).rows)
}
