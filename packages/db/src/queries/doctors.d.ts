import type { PageQuery } from '@readroom/contracts/pagination'
import { type SQL } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { doctors } from '../schema/accounts.ts'

declare function selectDoctors(
  db: Db,
  where: SQL | undefined,
): Omit<
  import('drizzle-orm/pg-core').PgSelectBase<
    'doctors',
    {
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
      isLoggedIn: SQL<boolean>
      isAssignable: SQL<boolean>
    },
    'partial',
    Record<'doctors', 'not-null'> & {
      users: 'not-null'
    },
    false,
    'orderBy' | 'where',
    {
      id: string
      userId: string
      fullName: string
      email: string
      specialization: string | null
      isLoggedIn: boolean
      isAssignable: boolean
    }[],
    {
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
      isLoggedIn: import('drizzle-orm').DrizzleTypeError<'You cannot reference this field without assigning it an alias first - use `.as(<alias>)`'>
      isAssignable: import('drizzle-orm').DrizzleTypeError<'You cannot reference this field without assigning it an alias first - use `.as(<alias>)`'>
    }
  >,
  'orderBy' | 'where'
>
export type DoctorRecord = Awaited<ReturnType<typeof selectDoctors>>[number]
/** Doctors by name; `active` are those with an active account and an active profile. */
export declare function listDoctors(db: Db, status?: 'active' | 'inactive'): Promise<DoctorRecord[]>
export declare function findDoctor(db: Db, doctorId: string): Promise<DoctorRecord | null>
export type DoctorRow = typeof doctors.$inferSelect
export type NewDoctor = Omit<typeof doctors.$inferInsert, 'userId'>
export declare function insertDoctorProfile(tx: Db, userId: string, profile: NewDoctor): Promise<string>
/** One page of the doctors with their accounts, by name. The status is the account's. */
export declare function pageOfDoctors(
  db: Db,
  query: PageQuery,
): Promise<
  import('./pages.ts').Page<{
    profile: {
      id: string
      userId: string
      specialization: string | null
      licenseNumber: string | null
      department: string | null
      qualifications: string[]
      yearsOfExperience: number | null
      contactPhoneOffice: string | null
      biography: string | null
      languages: string[]
      availableDays: string[]
      isActiveProfile: boolean
      signatureKey: string | null
      version: number
      createdAt: Date
      updatedAt: Date
    }
    account: {
      fullName: string
      email: string
      username: string
      isActive: boolean
    }
  }>
>
export type DoctorWithAccount = Awaited<ReturnType<typeof pageOfDoctors>>['rows'][number]
export declare function findDoctorWithAccount(db: Db, doctorId: string): Promise<DoctorWithAccount | null>
/** The same, profile and account locked until the transaction ends. */
export declare function lockDoctor(tx: Db, doctorId: string): Promise<DoctorWithAccount | null>
export declare function updateDoctorProfile(tx: Db, doctorId: string, profile: Partial<NewDoctor>): Promise<void>
/** Studies were assigned to the doctor, now or once, or reported. */
export declare function isDoctorInUse(tx: Db, doctorId: string): Promise<boolean>
export declare function deleteDoctorProfile(tx: Db, doctorId: string): Promise<void>
