/** A secret to hand out: 256 random bits in base64url (43 characters). */
export declare const newSecret: () => string
/** What is stored of a secret: its SHA-256, hexadecimal. Only for secrets that cannot be guessed. */
export declare const hashOfSecret: (secret: string) => string
