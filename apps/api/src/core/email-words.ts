import type { Config } from './config.ts'

/** Returns these words, or where emails are if no mail server is set. */
export const emailWords = ({ MAIL_DIR }: Pick<Config, 'MAIL_DIR'>, words: string): string =>
  MAIL_DIR === undefined ? words : `No mail server is set. The email stays in the folder ${MAIL_DIR} of the server.`
