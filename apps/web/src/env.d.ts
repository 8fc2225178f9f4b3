interface ImportMetaEnv {
  /** Origin of `/auth/profile` and `/auth/change-password`; this origin when empty. */
  readonly VITE_AUTH_BASE?: string
}
