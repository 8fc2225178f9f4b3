import type { Endpoint } from '@readroom/contracts/endpoint'
import type { Role } from '@readroom/contracts/permissions'
import { studyEndpoints as endpoints } from '@readroom/contracts/studies'
import type { Tab } from '@readroom/contracts/study-workflow'

type ListEndpoint = Endpoint & Pick<typeof endpoints.adminAll, 'query' | 'response'>
type ValuesEndpoint = Endpoint & Pick<typeof endpoints.adminValues, 'response'>

export type WorklistRole = {
  lists: Record<Tab, ListEndpoint>
  values: ValuesEndpoint
  /** Specification 2, sections 6 and 9. */
  defaultTab: Tab
  defaultLimit: number
  rowHeight: number
  /** What an empty list of everything means for this role. */
  emptyHint: string
}

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
    defaultTab: 'pending',
    defaultLimit: 100,
    rowHeight: 32,
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
    defaultTab: 'all',
    defaultLimit: 500,
    rowHeight: 32,
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
    defaultTab: 'all',
    defaultLimit: 100,
    rowHeight: 34,
    emptyHint: 'Studies appear here as soon as they are assigned to you.',
  },
}

export const tabLabels: Record<Tab, string> = {
  all: 'All',
  pending: 'Pending',
  inprogress: 'In Progress',
  completed: 'Completed',
}

/** Records per page. */
export const pageSizes = [10, 20, 50, 100, 500, 1000] as const
