import type { Db } from '../client.ts'
import { assignments } from '../schema/studies.ts'

type AssignmentKey = {
  studyId: string
  doctorId: string
}
/** Answers false where the assignment was there already. */
export declare function insertAssignment(tx: Db, assignment: typeof assignments.$inferInsert): Promise<boolean>
/** Answers false where there was no active assignment. */
export declare function endAssignment(tx: Db, key: AssignmentKey, userId: string): Promise<boolean>
export declare function countActiveAssignments(tx: Db, studyId: string): Promise<number>
export declare function isActivelyAssigned(tx: Db, key: AssignmentKey): Promise<boolean>
