const wordsOf = (...lines: string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/** Endings that are no words of their own: with one of them, two words and a dot are a domain. */
export const plainEndings = wordsOf('com org edu gov io ly gl gle xyz uk कॉम कोम ओआरजी')

/** Endings that begin a sentence as well, in texts without a blank after the full stop; no sentence consists of the first two. */
export const endsAlone = wordsOf('in co इन')
export const doubtfulEndings = wordsOf(
  'in co इन me us be to so net info biz dev live online site link page store shop club app ai tv id academy school नेट',
)

/** Endings that another one follows: co.in, edu.in. */
export const secondEndings = wordsOf('co ac edu gov org net com res')

/** Domains that are known whole although their ending is doubtful. */
export const knownHosts = wordsOf(
  't.me wa.me wa.link t.co g.co youtu.be m.me fb.me goo.gl zoom.us linktr.ee signal.me discord.gg',
)

/** Names that only look like domains, for example from computer science. */
export const noHosts = wordsOf('asp.net vb.net ado.net ml.net')

/** Words that stand before a spoken `dot com` without being its name. */
export const noNames = wordsOf('the a an this that one two ek do every each of and is b m')

export const mailHosts = wordsOf(
  'gmail gmial gmali googlemail yahoo ymail hotmail outlook rediffmail rediff icloud proton protonmail zoho live msn',
  'जीमेल जिमेल याहू याहु हॉटमेल आउटलुक रेडिफमेल',
)

/** Handles of UPI apps and banks. Those of `plainPayHandles` are ordinary words after a spoken `at`. */
export const payHandles = wordsOf(
  'okaxis okhdfcbank okicici oksbi ybl ibl axl apl yapl rapl ptsbi ptyes ptaxis pthdfc yescred naviaxis jupiteraxis waaxis wahdfcbank',
  'waicici wasbi idfcbank barodampay hdfcbank axisbank icici ikwik abfspay freecharge fam slice superyes tapicici timecosmos yesbank pingpay',
)
export const plainPayHandles = wordsOf(
  'upi paytm sbi pnb kotak airtel jio axis axisb hdfc kbl boi cnrb unionbank indus federal pockets',
)

/** Where people have handles. */
export const platforms = wordsOf(
  'insta instagram ig telegram tele tg whatsapp fb facebook snapchat snap twitter threads signal skype discord linkedin youtube dm',
  'इंस्टा इंस्टाग्राम टेलीग्राम टेलिग्राम व्हाट्सएप फेसबुक स्नैपचैट',
)

/** Payment apps: a name with an @ near one of these is a UPI id, whatever the bank. */
export const payWords = wordsOf('upi gpay phonepe phonpe paytm bhim यूपीआई जीपे फोनपे पेटीएम')

/** Mail, where people leave the host away: `gmail id rahul99`. */
export const mailWords = wordsOf('gmail email mail जीमेल ईमेल मेल')

/** Words between the name of a platform and the handle. */
export const handleLinks = wordsOf('id handle is hai h pe par name username my mera ka on at : - = आईडी है पर मेरा')

/** Words that say a doubtful ending is a domain. */
export const siteWords = wordsOf(
  'visit site website web link open join google check see dekho dekhiye portal url login browse वेबसाइट साइट लिंक देखिए देखें',
)

export const atWords = wordsOf('at एट ऐट')
export const rateWords = wordsOf('rate रेट')
export const theWords = wordsOf('the द दी')
export const dotWords = wordsOf('dot डॉट डाट डोट')
export const joinWords = wordsOf('underscore dash hyphen अंडरस्कोर डैश')
