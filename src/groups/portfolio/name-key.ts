/** What names are the same by: case does not matter between them, nor how their accents are encoded. */
export const nameKey = (name: string): string => name.toUpperCase().normalize('NFC')
