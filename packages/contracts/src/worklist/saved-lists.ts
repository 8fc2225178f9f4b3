import { z } from 'zod'
import { defineEndpoints, ok } from '../core/endpoint.ts'
import { Role } from '../core/permissions.ts'
import { Id, line } from '../core/primitives.ts'
import { Sort, type StudyFilterKey, StudyFilters } from '../studies/study-filters.ts'
import { Tab } from '../studies/study-workflow.ts'
import { ofEachYesNo } from '../studies/yes-no-filters.ts'

export const maxSavedLists = 50

/** Compared without regard to letter case; something that can be seen, in the order in which it is written. */
export const ListName = line(100)
  .normalize('NFC')
  .min(1)
  .regex(/[^\p{Cf}\p{Z}\p{M}]/u, 'must be seen')
  .regex(/^[^\u202a-\u202e\u2066-\u2069]*$/u, 'must not turn the direction of writing')

/** The tab is the list's own. */
const ListFilters = StudyFilters.omit({ category: true })

/** The filters as worklists understand them; undefined if they do not. */
export const readFilters = (filters: SavedQuery['filters']): StudyFilters | undefined => ListFilters.safeParse(filters).data

/** The parameters of a worklist, as its address sends them: a preset stays a preset, and means another day tomorrow. */
const Filters = z
  .record(z.string().max(40), z.string().max(2_000))
  .refine((filters) => ListFilters.safeParse(filters).success, 'must be filters of the worklist')

const ColumnId = z
  .string()
  .max(40)
  .regex(/^[A-Za-z0-9_-]+$/)

/** The content of a saved list: filters, tab, order, and the columns that are shown, from left to right. Without columns, each reader sees their own. */
export const SavedQuery = z.strictObject({ filters: Filters, tab: Tab, sort: Sort.in, columns: z.array(ColumnId).max(60) })
export type SavedQuery = z.infer<typeof SavedQuery>

const everybody = Role.options

/** The roles that may use each filter in a list. `assignedTo` tells what only administrators may know. */
const filterRoles: Record<StudyFilterKey, readonly Role[]> = {
  quickDatePreset: everybody,
  searchTerm: everybody,
  selectedLocation: everybody,
  patientName: everybody,
  patientId: everybody,
  referringPhysician: everybody,
  accession: everybody,
  description: everybody,
  workflowStatus: everybody,
  modality: everybody,
  ...ofEachYesNo(() => everybody),
  studyType: everybody,
  assignedTo: ['admin'],
  caseFlag: everybody,
  deadline: everybody,
}

/** The same, by any parameter of a list. Those that only say more about a filter have no entry. */
const rolesByParameter: Partial<Record<string, readonly Role[]>> = filterRoles

/** Reports whether a role may use all the filters of a list. */
export const mayAskBy = (role: Role, { filters }: Pick<SavedQuery, 'filters'>): boolean =>
  Object.entries(filters).every(([name, value]) => value === '' || (rolesByParameter[name]?.includes(role) ?? true))

/** The stored list, for a role. Null if this version does not understand it, or the role may not ask for it. */
export function readSavedQuery(role: Role, stored: unknown): SavedQuery | null {
  const { data } = SavedQuery.safeParse(stored)
  return data && mayAskBy(role, data) ? data : null
}

export const SavedList = z.object({
  _id: Id,
  name: z.string(),
  /** Null: it cannot be opened any more. */
  query: SavedQuery.nullable(),
  /** The role that it is shared with, beside its owner. */
  givenTo: Role.nullable(),
  /** The caller's; others are only read. */
  isOwn: z.boolean(),
  /** The person who shared it; null if it is the caller's, or comes with Readroom. */
  givenBy: z.string().nullable(),
})
export type SavedList = z.infer<typeof SavedList>

/** The lists that come with Readroom, for the accounts of a role. Nobody owns them: they can be opened and copied. */
export const builtInLists: Record<Role, readonly (Pick<SavedList, '_id' | 'name'> & { query: SavedQuery })[]> = {
  admin: [
    {
      _id: '00000000-0000-7000-8000-000000000001',
      name: 'At risk',
      query: { filters: { quickDatePreset: 'all', deadline: 'atRisk,late' }, tab: 'all', sort: 'dueDate', columns: [] },
    },
  ],
  lab_staff: [],
  doctor_account: [],
}

/** Reports whether a list comes with Readroom. */
export const isBuiltIn = ({ isOwn, givenBy }: SavedList): boolean => !isOwn && givenBy === null

const count = z.int().nonnegative()

/** Null: it cannot be counted. */
const ListCount = z.object({ _id: Id, count: count.nullable(), urgent: count.nullable() })
export type ListCount = z.infer<typeof ListCount>

const own = { access: 'list.save', scope: 'none' } as const
const onList = { params: z.object({ listId: Id }) } as const
const done = ok({ message: z.string() })

export const savedListEndpoints = defineEndpoints({
  list: {
    ...own,
    method: 'GET',
    path: '/api/saved-lists',
    summary: "The caller's lists in their order, behind them those that are given to the caller's role; and which opens first",
    response: ok({ lists: z.array(SavedList), defaultListId: Id.nullable() }),
    errors: [],
  },
  counts: {
    method: 'GET',
    path: '/api/saved-lists/counts',
    summary: 'How many studies each of these lists has for the caller, and how many of them are urgent',
    access: 'list.save',
    scope: 'rows',
    response: ok({ counts: z.array(ListCount) }),
    errors: [],
  },
  create: {
    ...own,
    method: 'POST',
    path: '/api/saved-lists',
    once: true,
    summary: 'Save a list under a name',
    body: z.strictObject({ name: ListName, query: SavedQuery }),
    response: ok({ message: z.string(), _id: Id }),
    errors: ['LIST_NAME_TAKEN', 'TOO_MANY_LISTS', 'LIST_NOT_FOR_ROLE', 'IDEMPOTENCY_KEY_REUSED'],
  },
  update: {
    ...own,
    ...onList,
    method: 'PUT',
    path: '/api/saved-lists/:listId',
    summary: 'Give a list of the caller another name, or another content',
    body: z.strictObject({ name: ListName.optional(), query: SavedQuery.optional() }),
    response: done,
    errors: ['LIST_NOT_FOUND', 'LIST_NOT_YOURS', 'LIST_NAME_TAKEN', 'LIST_NOT_FOR_ROLE'],
  },
  remove: {
    ...own,
    ...onList,
    method: 'DELETE',
    path: '/api/saved-lists/:listId',
    summary: 'Delete a list of the caller, for all who have it',
    response: done,
    errors: ['LIST_NOT_FOUND', 'LIST_NOT_YOURS'],
  },
  order: {
    ...own,
    method: 'PUT',
    path: '/api/saved-lists/order',
    summary: "The order of the caller's lists; those that are not named come last",
    body: z.strictObject({ listIds: z.array(Id).max(maxSavedLists) }),
    response: done,
    errors: [],
  },
  setDefault: {
    ...own,
    method: 'PUT',
    path: '/api/saved-lists/default',
    summary: 'The list that opens with the dashboard; null for none',
    body: z.strictObject({ listId: Id.nullable() }),
    response: done,
    errors: ['LIST_NOT_FOUND'],
  },
  give: {
    ...onList,
    method: 'PUT',
    path: '/api/admin/saved-lists/:listId/given-to',
    summary: 'Give a list of the caller to everybody of a role; null takes it back',
    access: 'list.give',
    scope: 'none',
    body: z.strictObject({ role: Role.nullable() }),
    response: done,
    errors: ['LIST_NOT_FOUND', 'LIST_NOT_YOURS', 'LIST_NOT_FOR_ROLE'],
  },
})
