import type { Priority } from '@readroom/contracts/primitives'
import type { Db } from '../client.ts'
/** Lets one program at a time, until the transaction ends, decide which first accounts the system gets. */
export declare function lockFirstAccounts(tx: Db): Promise<void>
export declare function countUsers(tx: Db): Promise<number>
export declare function hasAdministrator(tx: Db): Promise<boolean>
/** When something first happened to a system-wide thing that is no row, by the audit log; null where it has not. */
export declare function findFirstAudited(db: Db, targetType: string, action: string): Promise<Date | null>
/** Answers false where the study has this priority already. */
export declare function setStudyPriority(tx: Db, studyId: string, priority: Priority): Promise<boolean>
