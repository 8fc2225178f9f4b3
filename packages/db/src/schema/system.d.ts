/** What must leave the database once its transaction is committed: jobs to BullMQ, live events to Redis. */
export declare const outbox: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'outbox'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'outbox'
        dataType: 'number'
        columnType: 'PgBigSerial53'
        data: number
        driverParam: number
        notNull: true
        hasDefault: true
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    kind: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'kind'
        tableName: 'outbox'
        dataType: 'string'
        columnType: 'PgText'
        data: 'job' | 'live'
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['job', 'live']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    name: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'name'
        tableName: 'outbox'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    payload: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'payload'
        tableName: 'outbox'
        dataType: 'json'
        columnType: 'PgJsonb'
        data: unknown
        driverParam: unknown
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'outbox'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** Append-only record of who did what, from where. */
export declare const auditLog: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'audit_log'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'audit_log'
        dataType: 'number'
        columnType: 'PgBigSerial53'
        data: number
        driverParam: number
        notNull: true
        hasDefault: true
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    at: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'audit_log'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    actorUserId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'actor_user_id'
        tableName: 'audit_log'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    action: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'action'
        tableName: 'audit_log'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    targetType: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'target_type'
        tableName: 'audit_log'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    targetId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'target_id'
        tableName: 'audit_log'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    details: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'details'
        tableName: 'audit_log'
        dataType: 'json'
        columnType: 'PgJsonb'
        data: unknown
        driverParam: unknown
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    address: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'address'
        tableName: 'audit_log'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/**
 * The audit log's hash chain, in the order of commits: each hash covers the entry and the hash before it.
 * Written by the database alone (migrations/0004), so that a changed or removed entry shows.
 */
export declare const auditChain: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'audit_chain'
  schema: undefined
  columns: {
    seq: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'seq'
        tableName: 'audit_chain'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    auditId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'audit_id'
        tableName: 'audit_chain'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    hash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'hash'
        tableName: 'audit_chain'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** The last change of the archive that has been taken in. One row. */
export declare const intakeCursor: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'intake_cursor'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'intake_cursor'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    last: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'last'
        tableName: 'intake_cursor'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    updatedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'intake_cursor'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** How far the comparison of the whole archive has come, so that a worker that starts goes on there. One row. */
export declare const sweepPosition: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'sweep_position'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'sweep_position'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    pass: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'pass'
        tableName: 'sweep_position'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    since: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'since'
        tableName: 'sweep_position'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: false
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    afterId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'after_id'
        tableName: 'sweep_position'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    startedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sweep_position'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    endedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sweep_position'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    passSeconds: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'pass_seconds'
        tableName: 'sweep_position'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** Room on the disk of the archive, where the worker can see it. One row. */
export declare const archiveDisk: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'archive_disk'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'archive_disk'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    freeBytes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'free_bytes'
        tableName: 'archive_disk'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    totalBytes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'total_bytes'
        tableName: 'archive_disk'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    usedBytes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'used_bytes'
        tableName: 'archive_disk'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    checkedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'archive_disk'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** Studies of the archive that could not be taken in, to be tried again. */
export declare const intakeFailures: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'intake_failures'
  schema: undefined
  columns: {
    orthancId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'orthanc_id'
        tableName: 'intake_failures'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    reason: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'reason'
        tableName: 'intake_failures'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    attempts: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'attempts'
        tableName: 'intake_failures'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    nextAttemptAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'intake_failures'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    firstFailedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'intake_failures'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    revision: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'revision'
        tableName: 'intake_failures'
        dataType: 'number'
        columnType: 'PgInteger'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    unknownAeTitle: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'unknown_ae_title'
        tableName: 'intake_failures'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    isAccepted: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_accepted'
        tableName: 'intake_failures'
        dataType: 'boolean'
        columnType: 'PgBoolean'
        data: boolean
        driverParam: boolean
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
/** A browser's right to see the images of one study, held as a cookie after a viewer ticket was exchanged. */
export declare const viewerGrants: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'viewer_grants'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'viewer_grants'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    hash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'hash'
        tableName: 'viewer_grants'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    sessionId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'session_id'
        tableName: 'viewer_grants'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'viewer_grants'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'viewer_grants'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    expiresAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'viewer_grants'
        dataType: 'date'
        columnType: 'PgTimestamp'
        data: Date
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
  }
  dialect: 'pg'
}>
