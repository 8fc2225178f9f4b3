import type { Actor } from '../actor.ts'
import type { Db } from '../client.ts'
import { downloads, reports } from '../schema/studies.ts'

type Viewer = Pick<Actor, 'role'>
type NewReport = Omit<typeof reports.$inferInsert, 'version'>
declare function selectReports(db: Db): Omit<
  import('drizzle-orm/pg-core').PgSelectBase<
    'reports',
    {
      report: import('drizzle-orm/pg-core').PgTableWithColumns<{
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
      uploaderName: import('drizzle-orm/pg-core').PgColumn<
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
      reporterName: import('drizzle-orm/pg-core').PgColumn<
        {
          name: 'full_name'
          tableName: 'reporter'
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
    },
    'partial',
    Record<'reports', 'not-null'> & {
      users: 'not-null'
    } & {
      doctors: 'not-null'
    } & {
      reporter: 'not-null'
    },
    false,
    never,
    {
      report: {
        id: string
        studyId: string
        doctorId: string
        version: number
        status: 'draft' | 'finalized'
        fileName: string
        contentType: string
        sizeBytes: number
        sha256: string
        objectKey: string
        uploadedBy: string
        uploadedAt: Date
        deletedAt: Date | null
        withdrawnAt: Date | null
      }
      uploaderName: string
      reporterName: string
    }[],
    {
      report: {
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
      uploaderName: import('drizzle-orm/pg-core').PgColumn<
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
      reporterName: import('drizzle-orm/pg-core').PgColumn<
        {
          name: 'full_name'
          tableName: 'reporter'
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
  >,
  never
>
export type ReportRecord = Awaited<ReturnType<typeof selectReports>>[number]
/** A study's reports that the viewer may see, newest first. */
export declare function listReports(db: Db, viewer: Viewer, studyId: string): Promise<ReportRecord[]>
/** The newest report of a study that was finalized and still counts, or null. */
export declare function findFinalizedReport(db: Db, studyId: string): Promise<typeof reports.$inferSelect | null>
export declare function findReport(db: Db, viewer: Viewer, studyId: string, reportId: string): Promise<ReportRecord | null>
/** Stores a report as the study's next version. The study's row must be locked. */
export declare function insertReport(tx: Db, report: NewReport): Promise<typeof reports.$inferSelect>
export declare function markReportDeleted(tx: Db, reportId: string): Promise<void>
export declare function countReports(tx: Db, studyId: string): Promise<number>
/** Records who reported the study and when; images that arrived before are now part of what was reported. */
export declare function markReported(tx: Db, studyId: string, doctorId: string): Promise<void>
/** Takes back that the study is reported: its finalized reports stay, and count no longer. */
export declare function withdrawReports(tx: Db, studyId: string): Promise<void>
export declare function recordDownload(tx: Db, download: typeof downloads.$inferInsert): Promise<void>
