import { Tab } from '@readroom/contracts/study-workflow'
import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { pageSizes, type WorklistRole } from './worklist-roles.ts'

/** What the user chose for the list, kept in the address; defaults are left out of it. */
export function useWorklistUrl({ defaultTab, defaultLimit }: WorklistRole) {
  const [params, setParams] = useSearchParams()
  const wanted = Number(params.get('limit'))
  const limit = pageSizes.find((size) => size === wanted) ?? defaultLimit
  const tab = Tab.safeParse(params.get('tab')).data ?? defaultTab

  const set = useCallback(
    (name: string, value: string, fallback: string) =>
      setParams((current) => {
        if (value === fallback) current.delete(name)
        else current.set(name, value)
        return current
      }),
    [setParams],
  )
  return {
    tab,
    limit,
    setTab: (next: Tab) => set('tab', next, defaultTab),
    setLimit: (next: number) => set('limit', String(next), String(defaultLimit)),
  }
}
