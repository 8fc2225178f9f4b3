import type { Endpoint } from '@readroom/contracts/core/endpoint'
import type { Role } from '@readroom/contracts/core/permissions'
import { studyEndpoints as endpoints } from '@readroom/contracts/studies/studies'
import type { DatePreset, Sort } from '@readroom/contracts/studies/study-filters'
import type { Tab } from '@readroom/contracts/studies/study-workflow'
import type { z } from 'zod'

/** Rows per page. */
export const pageSizes = [10, 20, 50, 100, 500, 1000] as const

type WorklistSort = z.input<typeof Sort>
type ListEndpoint = Endpoint & Pick<typeof endpoints.adminAll, 'query' | 'response'>
type ValuesEndpoint = Endpoint & Pick<typeof endpoints.adminValues, 'query' | 'response'>

export type WorklistRole = {
  lists: Record<Tab, ListEndpoint>
  values: ValuesEndpoint
  /** Defaults for parameters that the address doesn't set. */
  defaults: { tab: Tab; limit: number; date: DatePreset; sort: WorklistSort }
  /** The date presets, in order. */
  datePresets: readonly DatePreset[]
  rowHeight: number
  /** True if the role sees, filters by and changes assignments. */
  assigns: boolean
  /** Explains an empty unfiltered list to this role. */
  emptyHint: string
}

const datePresets = ['last24h', 'today', 'yesterday', 'thisWeek', 'thisMonth', 'custom', 'all'] as const

/** The differences between the roles' worklists. */
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
    emptyHint: 'Studies appear here when a scanner sends them.',
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
    emptyHint: 'Studies appear here when your laboratory’s scanners send them.',
  },
  doctor_account: {
    lists: {
      all: endpoints.doctorAll,
      pending: endpoints.doctorPending,
      inprogress: endpoints.doctorInprogress,
      completed: endpoints.doctorCompleted,
    },
    values: endpoints.doctorValues,
    // No unread study may be hidden or at the bottom of the list (docs/decisions/studies/urgency.md).
    defaults: { tab: 'all', limit: 100, date: 'all', sort: 'dueDate' },
    datePresets: ['assignedToday', ...datePresets],
    rowHeight: 34,
    assigns: false,
    emptyHint: 'Studies appear here when they are assigned to you.',
  },
}

export const tabLabels: Record<Tab, string> = {
  all: 'All',
  pending: 'Pending',
  inprogress: 'In Progress',
  completed: 'Completed',
}
