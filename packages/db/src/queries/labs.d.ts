import type { Address } from '@readroom/contracts/labs'
import type { PageQuery } from '@readroom/contracts/pagination'
import type { Db } from '../client.ts'
import { labs } from '../schema/accounts.ts'
export type LabRow = typeof labs.$inferSelect
export type NewLab = typeof labs.$inferInsert
/** A lab's columns that an administrator writes. */
export type LabFields = Pick<
  LabRow,
  'name' | 'identifier' | 'contactPerson' | 'contactEmail' | 'contactPhone' | 'notes' | 'isActive'
> & {
  address: Partial<Address>
}
/** Its AE titles come by `replaceAeTitles`. */
export declare function insertLab(tx: Db, lab: NewLab): Promise<string>
export declare function insertLabStaff(tx: Db, userId: string, labId: string): Promise<void>
/** Gives the laboratory these AE titles and no others. Answers those that another laboratory has, after which nothing may be kept. */
export declare function replaceAeTitles(tx: Db, labId: string, aeTitles: readonly string[]): Promise<string[]>
export declare function listAeTitles(db: Db, labId: string): Promise<string[]>
/** One page of the laboratories, by name. */
export declare function listLabs(
  db: Db,
  query: PageQuery,
): Promise<
  import('./pages.ts').Page<{
    lab: {
      id: string
      name: string
      identifier: string
      contactPerson: string | null
      contactEmail: string | null
      contactPhone: string | null
      address: import('drizzle-orm').HasDefault<
        import('drizzle-orm').NotNull<
          import('drizzle-orm').$Type<import('drizzle-orm/pg-core').PgJsonbBuilderInitial<'address'>, Address>
        >
      >
      notes: string | null
      isActive: boolean
      version: number
      createdAt: Date
      updatedAt: Date
    }
    totalStudies: number
    totalStaff: number
    activeStaff: number
  }>
>
/** A laboratory with its counts, or null. */
export declare function findLab(
  db: Db,
  labId: string,
): Promise<{
  lab: {
    id: string
    name: string
    identifier: string
    contactPerson: string | null
    contactEmail: string | null
    contactPhone: string | null
    address: import('drizzle-orm').HasDefault<
      import('drizzle-orm').NotNull<
        import('drizzle-orm').$Type<import('drizzle-orm/pg-core').PgJsonbBuilderInitial<'address'>, Address>
      >
    >
    notes: string | null
    isActive: boolean
    version: number
    createdAt: Date
    updatedAt: Date
  }
  totalStudies: number
  totalStaff: number
  activeStaff: number
  pending: number
  inProgress: number
  completed: number
} | null>
export declare function findLabName(db: Db, labId: string): Promise<string | null>
export type LabRecord = Awaited<ReturnType<typeof listLabs>>['rows'][number]
export declare function lockLab(tx: Db, labId: string): Promise<LabRow | null>
export declare function updateLab(tx: Db, labId: string, fields: LabFields): Promise<void>
export declare function listStaffIds(db: Db, labId: string): Promise<string[]>
/** Studies or patients name the laboratory. */
export declare function isLabInUse(tx: Db, labId: string): Promise<boolean>
/** Removes a laboratory and its staff's membership. */
export declare function deleteLab(tx: Db, labId: string): Promise<void>
