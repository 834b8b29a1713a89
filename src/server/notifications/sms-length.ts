/** The letters that a phone takes in 7 bits (GSM 03.38); those after the line count twice. */
const single =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const double = '^{}\\[~]|€'

/** Every part is paid for: more than three are an e-mail. */
export const maxSmsParts = 3

/** How a text travels: one letter that 7 bits do not have makes all of them 16 bits. */
export function smsLength(text: string): { encoding: 'GSM-7' | 'UCS-2'; letters: number; parts: number } {
  const all = [...text]
  const isShort = all.every((one) => single.includes(one) || double.includes(one))
  const letters = isShort ? all.reduce((sum, one) => sum + (double.includes(one) ? 2 : 1), 0) : text.length
  const [alone, joined] = isShort ? [160, 153] : [70, 67]
  const parts = letters <= alone ? 1 : Math.ceil(letters / joined)
  return { encoding: isShort ? 'GSM-7' : 'UCS-2', letters, parts }
}
