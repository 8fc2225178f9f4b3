const key = 'remembered_email'

/** "Remember me" remembers the e-mail address on this computer, never the session. */
export const rememberedEmail = {
  read: () => localStorage.getItem(key) ?? '',
  write(email: string | null) {
    if (email) localStorage.setItem(key, email)
    else localStorage.removeItem(key)
  },
}
