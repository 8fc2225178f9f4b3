/** What the migration program reads of the environment. */
export declare const readConfig: (env?: NodeJS.ProcessEnv) => {
  DATABASE_URL: string
}
