import type { Db } from './client.ts'
/** What the audit log names as the place of changes that the system makes by itself. */
export declare const bySystem: {
  userId: null
  address: string
}
/** `present`: there is an administrator and nothing was changed. `needed`: there is none and none was given. */
export type AdministratorOutcome = 'present' | 'created' | 'needed'
/** Gives a system without administrators its first one. Two callers at once take turns. */
export declare function ensureAdministrator(
  db: Db,
  given: {
    email: string
    passwordHash: string
  } | null,
): Promise<AdministratorOutcome>
