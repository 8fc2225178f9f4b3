import { type SettingChanges, settingsEndpoints } from '@readroom/contracts/operations/settings'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

export const settingsKey = ['admin-settings'] as const

export const settingsOptions = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => api.call(settingsEndpoints.list, {}, { signal }).then(({ data }) => data),
  staleTime: 0,
})

/** Returns whom a change would affect at once. */
export const previewSettings = (changes: SettingChanges) =>
  api.call(settingsEndpoints.preview, { body: changes }).then(({ data }) => data)

export const changeSettings = (changes: SettingChanges) =>
  api.call(settingsEndpoints.change, { body: changes }).then(({ data }) => data)
