import type { Endpoint } from '@readroom/contracts/endpoint'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints as endpoints } from '@readroom/contracts/studies'
import type { DatePreset, Sort } from '@readroom/contracts/study-filters'
import type { Tab } from '@readroom/contracts/study-workflow'
import type { z } from 'zod'

/** Records per page. */
export const pageSizes = [10, 20, 50, 100, 500, 1000] as const

type WorklistSort = z.input<typeof Sort>
type ListEndpoint = Endpoint & Pick<typeof endpoints.adminAll, 'query' | 'response'>
type ValuesEndpoint = Endpoint & Pick<typeof endpoints.adminValues, 'query' | 'response'>

export type WorklistRole = {
  lists: Record<Tab, ListEndpoint>
  values: ValuesEndpoint
  /** What is asked where the address says nothing: specification 2, sections 6 and 9. */
  defaults: { tab: Tab; limit: number; date: DatePreset; sort: WorklistSort }
  /** The dates that are offered, in their order. */
  datePresets: readonly DatePreset[]
  rowHeight: number
  /** Who has a study is this role's to know, to filter by and to change. */
  assigns: boolean
  /** Its studies are to be read. */
  reads: boolean
  /** What an empty list of everything means for this role. */
  emptyHint: string
}

const datePresets = ['last24h', 'today', 'yesterday', 'thisWeek', 'thisMonth', 'custom', 'all'] as const

/** How the one worklist differs between the roles. */
export const worklistRoles: Record<Role, WorklistRole> = {
  admin: {
    lists: {
      all: endpoints.adminAll,
      pending: endpoints.adminPending,
      inprogress: endpoints.adminInprogress,
      completed: endpoints.adminCompleted,
    },
    values: endpoints.adminValues,
    defaults: { tab: 'pending', limit: 100, date: 'today', sort: '-uploadDate' },
    datePresets,
    rowHeight: 32,
    assigns: true,
    reads: false,
    emptyHint: 'Studies appear here as soon as a scanner sends them.',
  },
  lab_staff: {
    lists: {
      all: endpoints.labAll,
      pending: endpoints.labPending,
      inprogress: endpoints.labInprogress,
      completed: endpoints.labCompleted,
    },
    values: endpoints.labValues,
    defaults: { tab: 'all', limit: 500, date: 'today', sort: '-uploadDate' },
    datePresets,
    rowHeight: 32,
    assigns: false,
    reads: false,
    emptyHint: 'Studies appear here as soon as your laboratory’s scanners send them.',
  },
  doctor_account: {
    lists: {
      all: endpoints.doctorAll,
      pending: endpoints.doctorPending,
      inprogress: endpoints.doctorInprogress,
      completed: endpoints.doctorCompleted,
    },
    values: endpoints.doctorValues,
    // Nothing that is left to read may be hidden or stand low (docs/decisions/urgency.md).
    defaults: { tab: 'all', limit: 100, date: 'all', sort: 'dueDate' },
    datePresets: ['assignedToday', ...datePresets],
    rowHeight: 34,
    assigns: false,
    reads: true,
    emptyHint: 'Studies appear here as soon as they are assigned to you.',
  },
}

export const tabLabels: Record<Tab, string> = {
  all: 'All',
  pending: 'Pending',
  inprogress: 'In Progress',
  completed: 'Completed',
}
