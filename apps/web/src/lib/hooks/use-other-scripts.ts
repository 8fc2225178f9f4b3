import { useEffect } from 'react'

/** Loads fonts for names in letters that the system may lack. Used on pages that show names, and loaded last, because the list of fonts is long. */
export function useOtherScripts() {
  useEffect(() => void import('../../styles/other-scripts.css'), [])
}
