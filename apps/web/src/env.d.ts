interface ImportMetaEnv {
  /** Origin of the `/auth` calls. Empty means this origin. */
  readonly VITE_AUTH_BASE?: string
}
