let zone: string | undefined

/** The zone in which instants are shown; undefined, until the server has said it, is the browser's. */
export const clinicTimeZone = (): string | undefined => zone

export function setClinicTimeZone(name: string): void {
  zone = name
}
