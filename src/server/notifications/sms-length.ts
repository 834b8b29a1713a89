/** Characters of the 7-bit alphabet (GSM 03.38); those of the extension table count twice. */
const single =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const double = '^{}\\[~]|€'

/** Each part is charged; longer texts belong in an email. */
export const maxSmsParts = 3

/** Encoding and parts of an SMS: one character outside the 7-bit alphabet makes the whole message 16-bit. */
export function smsLength(text: string): { encoding: 'GSM-7' | 'UCS-2'; letters: number; parts: number } {
  const all = [...text]
  const isShort = all.every((one) => single.includes(one) || double.includes(one))
  const letters = isShort ? all.reduce((sum, one) => sum + (double.includes(one) ? 2 : 1), 0) : text.length
  const [alone, joined] = isShort ? [160, 153] : [70, 67]
  const parts = letters <= alone ? 1 : Math.ceil(letters / joined)
  return { encoding: isShort ? 'GSM-7' : 'UCS-2', letters, parts }
}
