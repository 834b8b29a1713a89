/** Rupees of the wire to integer paise. */
export const paise = (rupees: number): number => Math.round(rupees * 100)

/** Integer paise to rupees of the wire; at most two decimals. */
export const rupees = (amountPaise: number): number => amountPaise / 100
