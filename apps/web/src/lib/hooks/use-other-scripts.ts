import { useEffect } from 'react'

/** Fonts for names in letters that the system may lack. On pages that name people, behind all else: the list of them is long. */
export function useOtherScripts() {
  useEffect(() => void import('../../styles/other-scripts.css'), [])
}
