import type { Db } from '../client.ts'
/** In place of a hash: no password opens the account until one has been mailed. */
export declare const noPassword = 'none'
/** Sets the password that a user chose. Answers the account, or null where it is gone. */
export declare function setOwnPassword(
  tx: Db,
  userId: string,
  passwordHash: string,
): Promise<{
  id: string
  email: string
} | null>
/** Ends the password of an account and queues the mail with a generated one, which is made when it is mailed. */
export declare function requestGeneratedPassword(tx: Db, userId: string): Promise<void>
/** Makes a generated password good for 72 hours. Answers whom to mail it to, or null where the request is out of date. */
export declare function storeGeneratedPassword(
  db: Db,
  userId: string,
  requestId: string,
  passwordHash: string,
): Promise<{
  email: string
  username: string
  fullName: string
} | null>
/** Notes that the generated password has been mailed: a second run of the job would replace it. */
export declare function closePasswordRequest(db: Db, userId: string, requestId: string): Promise<void>
/** Whom a notice of a changed password goes to. */
export declare function findMailRecipient(
  db: Db,
  userId: string,
): Promise<{
  email: string
  fullName: string
} | null>
