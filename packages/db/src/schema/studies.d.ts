import type { SortKey } from '@readroom/contracts/study-filters'
import { type SQL } from 'drizzle-orm'
/** A laboratory's patient ids are its own; a missing one never joins two studies. */
export declare const patients: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'patients'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'patients'
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
    labId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'lab_id'
        tableName: 'patients'
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
    patientId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_id'
        tableName: 'patients'
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
    fullName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'full_name'
        tableName: 'patients'
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
    sex: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'sex'
        tableName: 'patients'
        dataType: 'string'
        columnType: 'PgText'
        data: 'F' | 'M' | 'O'
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['M', 'F', 'O']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    birthDate: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'birth_date'
        tableName: 'patients'
        dataType: 'string'
        columnType: 'PgDateString'
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
        tableName: 'patients'
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
        tableName: 'patients'
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
/**
 * What each sort compares, before the row's id: never null, and short enough for an index whatever the images say.
 * Lists must use the same expressions, or the indexes are of no use to them.
 */
export declare const sortKeyOf: Record<SortKey, SQL>
/** One study of the archive. Descriptive columns hold what the images say; null where they say nothing. */
export declare const studies: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'studies'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'studies'
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
    orthancId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'orthanc_id'
        tableName: 'studies'
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
    studyInstanceUid: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_instance_uid'
        tableName: 'studies'
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
    labId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'lab_id'
        tableName: 'studies'
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
    callingAeTitle: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'calling_ae_title'
        tableName: 'studies'
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
    patientRowId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_row_id'
        tableName: 'studies'
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
    patientId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_id'
        tableName: 'studies'
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
    patientName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_name'
        tableName: 'studies'
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
    patientSex: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_sex'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: 'F' | 'M' | 'O'
        driverParam: string
        notNull: false
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['M', 'F', 'O']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    patientBirthDate: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_birth_date'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgDateString'
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
    patientAge: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'patient_age'
        tableName: 'studies'
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
    accessionNumber: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'accession_number'
        tableName: 'studies'
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
    description: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'description'
        tableName: 'studies'
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
    modalities: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'modalities'
        tableName: 'studies'
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
            name: 'modalities'
            tableName: 'studies'
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
    referringPhysician: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'referring_physician'
        tableName: 'studies'
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
    institution: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'institution'
        tableName: 'studies'
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
    studyDate: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_date'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgDateString'
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
    studyTime: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_time'
        tableName: 'studies'
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
    seriesCount: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'series_count'
        tableName: 'studies'
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
    imageCount: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'image_count'
        tableName: 'studies'
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
    status: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'status'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: true
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
    tab: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'tab'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: T['enumValues']
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    priority: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'priority'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: true
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
    caseType: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'case_type'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: true
        hasDefault: true
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
    mlcCase: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'mlc_case'
        tableName: 'studies'
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
    studyType: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_type'
        tableName: 'studies'
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
    clinicalHistory: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'clinical_history'
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
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
    receivedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    lastImageAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    settledAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    generation: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'generation'
        tableName: 'studies'
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
    instancesHash: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'instances_hash'
        tableName: 'studies'
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
    newImagesAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    imagesMissingAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    imagesDamagedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    labConflictAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    nameUnreadable: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'name_unreadable'
        tableName: 'studies'
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
    archiveVersion: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'archive_version'
        tableName: 'studies'
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
    reportedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
    reportedByDoctorId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'reported_by_doctor_id'
        tableName: 'studies'
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
    doctorIds: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'doctor_ids'
        tableName: 'studies'
        dataType: 'array'
        columnType: 'PgArray'
        data: string[]
        driverParam: string | string[]
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: undefined
        baseColumn: import('drizzle-orm').Column<
          {
            name: 'doctor_ids'
            tableName: 'studies'
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
        identity: undefined
        generated: undefined
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'doctor_ids'
            dataType: 'string'
            columnType: 'PgUUID'
            data: string
            driverParam: string
            enumValues: undefined
          },
          {},
          {},
          import('drizzle-orm').ColumnBuilderExtraConfig
        >
        size: undefined
      }
    >
    doctorKeys: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'doctor_keys'
        tableName: 'studies'
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
            name: 'doctor_keys'
            tableName: 'studies'
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
        generated: {
          type: 'always'
        }
      },
      {},
      {
        baseBuilder: import('drizzle-orm/pg-core').PgColumnBuilder<
          {
            name: 'doctor_keys'
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
    isEmergency: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'is_emergency'
        tableName: 'studies'
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
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchPatientId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchAccession: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchPhysician: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchDescription: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    searchAll: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
        dataType: 'string'
        columnType: 'PgText'
        data: string
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: [string, ...string[]]
        baseColumn: never
        identity: undefined
        generated: {
          type: 'always'
        }
      },
      {},
      {}
    >
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'studies'
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
        tableName: 'studies'
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
export declare const series: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'series'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'series'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'series'
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
    orthancId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'orthanc_id'
        tableName: 'series'
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
    seriesInstanceUid: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'series_instance_uid'
        tableName: 'series'
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
    seriesNumber: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'series_number'
        tableName: 'series'
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
    modality: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'modality'
        tableName: 'series'
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
    description: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'description'
        tableName: 'series'
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
    bodyPart: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'body_part'
        tableName: 'series'
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
    seriesDate: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'series_date'
        tableName: 'series'
        dataType: 'string'
        columnType: 'PgDateString'
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
    seriesTime: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'series_time'
        tableName: 'series'
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
    imageCount: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'image_count'
        tableName: 'series'
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
    callingAeTitle: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'calling_ae_title'
        tableName: 'series'
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
export declare const assignments: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'assignments'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'assignments'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'assignments'
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
    doctorId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'doctor_id'
        tableName: 'assignments'
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
    priority: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'priority'
        tableName: 'assignments'
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
    assignedBy: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'assigned_by'
        tableName: 'assignments'
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
    assignedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'assignments'
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
    unassignedBy: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'unassigned_by'
        tableName: 'assignments'
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
    unassignedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'assignments'
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
/** What happens to a study's images, beside the workflow. */
export declare const imageEvents: readonly [
  'images_added',
  'images_missing',
  'images_returned',
  'images_damaged',
  'images_repaired',
  'lab_conflict',
  'lab_set',
]
/** Append-only: every transition, and what happened to the images. Turnaround times are computed from here. */
export declare const studyEventLog: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'study_events'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'study_events'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'study_events'
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
    event: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'event'
        tableName: 'study_events'
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
    fromStatus: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'from_status'
        tableName: 'study_events'
        dataType: 'string'
        columnType: 'PgText'
        data: TData
        driverParam: string
        notNull: false
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
    toStatus: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'to_status'
        tableName: 'study_events'
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
    actorUserId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'actor_user_id'
        tableName: 'study_events'
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
    reason: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'reason'
        tableName: 'study_events'
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
        tableName: 'study_events'
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
    at: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'study_events'
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
export declare const reports: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'reports'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'reports'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'reports'
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
    doctorId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'doctor_id'
        tableName: 'reports'
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
    version: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'version'
        tableName: 'reports'
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
    status: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'status'
        tableName: 'reports'
        dataType: 'string'
        columnType: 'PgText'
        data: 'draft' | 'finalized'
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['draft', 'finalized']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    fileName: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'file_name'
        tableName: 'reports'
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
    contentType: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'content_type'
        tableName: 'reports'
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
    sizeBytes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'size_bytes'
        tableName: 'reports'
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
    sha256: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'sha256'
        tableName: 'reports'
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
    objectKey: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'object_key'
        tableName: 'reports'
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
    uploadedBy: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'uploaded_by'
        tableName: 'reports'
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
    uploadedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'reports'
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
    deletedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'reports'
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
    withdrawnAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'reports'
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
/** Who took what: reports and images. */
export declare const downloads: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'downloads'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'downloads'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'downloads'
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
    reportId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'report_id'
        tableName: 'downloads'
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
    userId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'user_id'
        tableName: 'downloads'
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
    kind: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'kind'
        tableName: 'downloads'
        dataType: 'string'
        columnType: 'PgText'
        data: 'report' | 'zip'
        driverParam: string
        notNull: true
        hasDefault: false
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['zip', 'report']
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
        tableName: 'downloads'
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
export declare const zipRowStates: readonly ['queued', 'processing', 'completed', 'failed', 'expired', 'superseded']
/** One build of a study's ZIP. At most one live row per study and generation. */
export declare const studyZips: import('drizzle-orm/pg-core').PgTableWithColumns<{
  name: 'study_zips'
  schema: undefined
  columns: {
    id: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'id'
        tableName: 'study_zips'
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
    studyId: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'study_id'
        tableName: 'study_zips'
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
    generation: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'generation'
        tableName: 'study_zips'
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
    state: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'state'
        tableName: 'study_zips'
        dataType: 'string'
        columnType: 'PgText'
        data: 'completed' | 'expired' | 'failed' | 'processing' | 'queued' | 'superseded'
        driverParam: string
        notNull: true
        hasDefault: true
        isPrimaryKey: false
        isAutoincrement: false
        hasRuntimeDefault: false
        enumValues: ['queued', 'processing', 'completed', 'failed', 'expired', 'superseded']
        baseColumn: never
        identity: undefined
        generated: undefined
      },
      {},
      {}
    >
    objectKey: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'object_key'
        tableName: 'study_zips'
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
    sizeBytes: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'size_bytes'
        tableName: 'study_zips'
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
    imagesDone: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'images_done'
        tableName: 'study_zips'
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
    imagesTotal: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'images_total'
        tableName: 'study_zips'
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
    error: import('drizzle-orm/pg-core').PgColumn<
      {
        name: 'error'
        tableName: 'study_zips'
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
    createdAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'study_zips'
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
    completedAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'study_zips'
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
    expiresAt: import('drizzle-orm/pg-core').PgColumn<
      {
        name: string
        tableName: 'study_zips'
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
