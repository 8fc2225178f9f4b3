/**
 * How many studies there are, as sums to be added: a trigger of `studies` appends what each change adds and takes away, and rows of one kind
 * become one now and then. Nothing is ever counted up in place, so no two writers wait for each other. The owner is a laboratory, a doctor
 * with an active assignment, or the nil UUID for everybody's count.
 */
export declare const studyTotals: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'study_totals'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'study_totals'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: 'always'
        generated: undefined
      },
      {},
      {}
    >
    owner: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'owner'
        tableName: 'study_totals'
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
    status: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'status'
        tableName: 'study_totals'
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
    isEmergency: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_emergency'
        tableName: 'study_totals'
        dataType: 'boolean'
        columnType: 'PgBoolean'
        data: boolean
        driverParam: boolean
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
    n: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'n'
        tableName: 'study_totals'
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
  }
  dialect: 'pg'
}>
/**
 * The same by everything that a list without dates and texts can be filtered by: hundreds of times the rows, for fewer questions. The owner
 * is a doctor, or the nil UUID.
 */
export declare const studyCounts: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'study_counts'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'study_counts'
        dataType: 'number'
        columnType: 'PgBigInt53'
        data: number
        driverParam: string | number
        notNull: true
        hasDefault: true
        isPrimaryKey: true
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: never
        identity: 'always'
        generated: undefined
      },
      {},
      {}
    >
    owner: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'owner'
        tableName: 'study_counts'
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
    status: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'status'
        tableName: 'study_counts'
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
    isEmergency: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_emergency'
        tableName: 'study_counts'
        dataType: 'boolean'
        columnType: 'PgBoolean'
        data: boolean
        driverParam: boolean
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
    n: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'n'
        tableName: 'study_counts'
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
    labId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'lab_id'
        tableName: 'study_counts'
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
    modalities: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'modalities'
        tableName: 'study_counts'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'modalities'
            tableName: 'study_counts'
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
            name: 'modalities'
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
    mlcCase: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'mlc_case'
        tableName: 'study_counts'
        dataType: 'boolean'
        columnType: 'PgBoolean'
        data: boolean
        driverParam: boolean
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
    studyType: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_type'
        tableName: 'study_counts'
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
