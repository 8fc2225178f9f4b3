export declare const users: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'users'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'users'
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
    email: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'email'
        tableName: 'users'
        dataType: 'custom'
        columnType: 'PgCustomColumn'
        data: string
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
      {
        pgColumnBuilderBrand: 'PgCustomColumnBuilderBrand'
      }
    >
    username: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'username'
        tableName: 'users'
        dataType: 'custom'
        columnType: 'PgCustomColumn'
        data: string
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
      {
        pgColumnBuilderBrand: 'PgCustomColumnBuilderBrand'
      }
    >
    fullName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'full_name'
        tableName: 'users'
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
    role: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'role'
        tableName: 'users'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: T['enumValues']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    isActive: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_active'
        tableName: 'users'
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
    passwordHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'password_hash'
        tableName: 'users'
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
    mustChangePassword: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'must_change_password'
        tableName: 'users'
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
    passwordExpiresAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'users'
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
    passwordRequestId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'password_request_id'
        tableName: 'users'
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
    deletedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'users'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'users'
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
    updatedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'users'
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
export declare const sessions: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'sessions'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'sessions'
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
    userId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_id'
        tableName: 'sessions'
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
    tokenId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'token_id'
        tableName: 'sessions'
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
    previousTokenId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'previous_token_id'
        tableName: 'sessions'
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
    previousTokenUntil: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sessions'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sessions'
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
    lastActiveAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sessions'
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
        tableName: 'sessions'
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
    revokedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'sessions'
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
    address: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'address'
        tableName: 'sessions'
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
    userAgent: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_agent'
        tableName: 'sessions'
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
/** Failed sign-ins of one account from one address; the key is a hash of both. */
export declare const loginThrottles: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'login_throttles'
  schema: undefined
  columns: {
    key: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'key'
        tableName: 'login_throttles'
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
    failures: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'failures'
        tableName: 'login_throttles'
        dataType: 'number'
        columnType: 'PgInteger'
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
    blockedUntil: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'login_throttles'
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
/**
 * The recovery of one e-mail address, known or not: both are treated alike, so that neither answer nor time tells which.
 * The newest request replaces the one before.
 */
export declare const passwordResets: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'password_resets'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'password_resets'
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
    emailHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'email_hash'
        tableName: 'password_resets'
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
    userId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_id'
        tableName: 'password_resets'
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
    sentAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'password_resets'
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
    codeHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'code_hash'
        tableName: 'password_resets'
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
    codeExpiresAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'password_resets'
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
    tries: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'tries'
        tableName: 'password_resets'
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
    tokenHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'token_hash'
        tableName: 'password_resets'
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
    tokenExpiresAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'password_resets'
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
  }
  dialect: 'pg'
}>
export declare const labs: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'labs'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'labs'
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
    name: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'name'
        tableName: 'labs'
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
    identifier: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'identifier'
        tableName: 'labs'
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
    contactPerson: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'contact_person'
        tableName: 'labs'
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
    contactEmail: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'contact_email'
        tableName: 'labs'
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
    contactPhone: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'contact_phone'
        tableName: 'labs'
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
    address: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'address'
        tableName: 'labs'
        dataType: 'json'
        columnType: 'PgJsonb'
        data: TData
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
      {
        $type: TType
      }
    >
    notes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'notes'
        tableName: 'labs'
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
    isActive: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_active'
        tableName: 'labs'
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
    version: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'version'
        tableName: 'labs'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'labs'
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
    updatedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'labs'
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
/** Calling AE titles, upper case: each belongs to one laboratory. */
export declare const labAeTitles: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'lab_ae_titles'
  schema: undefined
  columns: {
    aeTitle: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'ae_title'
        tableName: 'lab_ae_titles'
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
    labId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'lab_id'
        tableName: 'lab_ae_titles'
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
  }
  dialect: 'pg'
}>
export declare const labStaff: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'lab_staff'
  schema: undefined
  columns: {
    userId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_id'
        tableName: 'lab_staff'
        dataType: 'string'
        columnType: 'PgUUID'
        data: string
        driverParam: string
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
    labId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'lab_id'
        tableName: 'lab_staff'
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
  }
  dialect: 'pg'
}>
export declare const doctors: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'doctors'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'doctors'
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
    userId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_id'
        tableName: 'doctors'
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
    specialization: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'specialization'
        tableName: 'doctors'
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
    licenseNumber: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'license_number'
        tableName: 'doctors'
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
    department: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'department'
        tableName: 'doctors'
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
    qualifications: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'qualifications'
        tableName: 'doctors'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'qualifications'
            tableName: 'doctors'
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
        identity: undefined
        generated: undefined
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'qualifications'
            dataType: 'string'
            columnType: 'PgText'
            data: string
            enumValues: [string, ...string[]]
            driverParam: string
          },
          {},
          {},
          import('drizzle-orm').ColumnBuilderExtraConfig
        >
        size: undefined
      }
    >
    yearsOfExperience: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'years_of_experience'
        tableName: 'doctors'
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
    contactPhoneOffice: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'contact_phone_office'
        tableName: 'doctors'
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
    biography: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'biography'
        tableName: 'doctors'
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
    languages: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'languages'
        tableName: 'doctors'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'languages'
            tableName: 'doctors'
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
        identity: undefined
        generated: undefined
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'languages'
            dataType: 'string'
            columnType: 'PgText'
            data: string
            enumValues: [string, ...string[]]
            driverParam: string
          },
          {},
          {},
          import('drizzle-orm').ColumnBuilderExtraConfig
        >
        size: undefined
      }
    >
    availableDays: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'available_days'
        tableName: 'doctors'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'available_days'
            tableName: 'doctors'
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
        identity: undefined
        generated: undefined
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'available_days'
            dataType: 'string'
            columnType: 'PgText'
            data: string
            enumValues: [string, ...string[]]
            driverParam: string
          },
          {},
          {},
          import('drizzle-orm').ColumnBuilderExtraConfig
        >
        size: undefined
      }
    >
    isActiveProfile: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_active_profile'
        tableName: 'doctors'
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
    signatureKey: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'signature_key'
        tableName: 'doctors'
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
    version: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'version'
        tableName: 'doctors'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'doctors'
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
    updatedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'doctors'
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
export declare const tickets: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'tickets'
  schema: undefined
  columns: {
    hash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'hash'
        tableName: 'tickets'
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
    purpose: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'purpose'
        tableName: 'tickets'
        dataType: 'string'
        columnType: 'PgText'
        data: 'launch' | 'viewer' | 'ws'
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['ws', 'viewer', 'launch']
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
        tableName: 'tickets'
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
        tableName: 'tickets'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'tickets'
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
        tableName: 'tickets'
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
    usedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'tickets'
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
  }
  dialect: 'pg'
}>
