import { viewerBindingEndpoints } from '@readroom/contracts/images/viewer-bindings'
import { defaultBindings, type ViewerBindings } from '@readroom/contracts/images/viewer-keys'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'

export const viewerBindingsOptions = queryOptions({
  queryKey: ['viewer-bindings'],
  queryFn: async ({ signal }): Promise<ViewerBindings> =>
    (await api.call(viewerBindingEndpoints.read, {}, { signal })).bindings ?? defaultBindings,
  staleTime: 60_000,
})

/** Returns the user's keys and mouse buttons of the viewer. Those of the first set until they are loaded. */
export const useViewerBindings = (): ViewerBindings => useQuery(viewerBindingsOptions).data ?? defaultBindings

/** Saves the user's keys and mouse buttons. They apply when the server has them. */
export function useSavingBindings() {
  const client = useQueryClient()
  return useChange({
    change: (bindings: ViewerBindings) => api.call(viewerBindingEndpoints.save, { body: { bindings } }),
    failed: 'Your keys were not saved. Try again.',
    onDone: (_result, bindings) => client.setQueryData(viewerBindingsOptions.queryKey, bindings),
  })
}
