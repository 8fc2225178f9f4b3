/**
 * Every advisory lock there is, so that no two are one. The audit chain's is taken by the database itself (`programs/audit_chain.sql`); those of one
 * transaction and those of a connection share the same numbers.
 */
export const advisoryLocks = {
  migrations: 7_266_101,
  testTemplate: 7_266_102,
  firstAccounts: 7_266_103,
  auditChain: 7_266_104,
  usernames: 7_266_105,
  sweep: 7_266_106,
  countsCompact: 7_266_107,
  backup: 7_266_108,
  settings: 7_266_109,
  systemTemplates: 7_266_110,
  /** One for each window, beside its hash. */
  windowGrants: 7_266_111,
  /** One for each patient ID of a laboratory, beside its hash. */
  patientIds: 7_266_113,
  dealing: 7_266_114,
} as const
