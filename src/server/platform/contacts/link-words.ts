const listOf = (...lines: string[]): string[] => lines.join(' ').split(' ')
const wordsOf = (...lines: string[]): ReadonlySet<string> => new Set(listOf(...lines))

/** Points for the ending of a domain: high where it is no word of its own. */
export const endingPoints: ReadonlyMap<string, number> = new Map([
  ...listOf('com c0m con org edu gov io ly gl gle xyz uk भारत कॉम कोम ओआरजी কম કોમ காம் కామ్ ಕಾಮ್').map(
    (ending) => [ending, 6] as const,
  ),
  ...listOf(
    'net info biz dev live online site store shop club app ai tv school page website guru pro space fun world tech link cc ws नेट ऑनलाइन',
  ).map((ending) => [ending, 3] as const),
  ...listOf('education academy institute coach tutor tutors blogspot wordpress').map((ending) => [ending, 5] as const),
  ...listOf('in co इन').map((ending) => [ending, 2] as const),
  ...listOf('me us be to so id win top ca au ae sg de fr').map((ending) => [ending, 1] as const),
])

/** Endings no sentence consists of: at the end of a text they belong to a domain. */
export const endsAlone = wordsOf('in co इन online live site store club app academy website')

/** Parts of names that tutors give their sites and accounts. */
export const teachingNames =
  /class|tutor|tution|tuition|math|physics|chem|coach|official|teacher|institute|[a-z]{3}sir$|[a-z]{3}mam$|academy|learn|study|teach|science|notes|guru|edu|shiksha|gyan|क्लास/

/** Endings that another one follows: co.in, edu.in. */
export const secondEndings = wordsOf('co ac edu gov org net com res')

/** Domains that are known whole although their ending is doubtful. */
export const knownHosts = wordsOf(
  't.me wa.me wa.link t.co g.co youtu.be m.me fb.me goo.gl zoom.us linktr.ee signal.me discord.gg telegram.me ig.me bio.link rb.gy is.gd cutt.ly snapchat.com',
)

/** Names that only look like domains, for example from computer science. */
export const noHosts = wordsOf('asp.net vb.net ado.net ml.net b.com m.com b.com.in m.com.in')

/** Words of sentences, which are neither the name of a domain nor of an account. */
export const commonWords = wordsOf(
  'the and you your are was for not but have has had this that with from they will can all any one out day get use how new now see way who did its let say she too yes sir mam maam okay hello thanks please come going home here there when where what which about after before class classes video videos lecture lectures channel group page post story app link live online free good best also only over time chapter homework message password chat call share send check open join search follow name username account handle profile karo karna karke karta karti kare karenge kar kam mat hai hain ho hota hoti hoga hoge hu hun tha thi the nahi nahin bhi aap aapka mera meri mere mujhe hum kya kaise kab kaun koi bahut accha acha thik theek ji haan pata chal chalao chalata chalati chalega dekho dekha dekhna bhejo bhej bhejna padhna padhai padhenge padhata padhati padhao band wala wali wale par pe ko ka ki ke se me mein aur ya toh fir phir baad liye sirf desire notes reels reel photo photos status stories maths science english hindi physics chemistry biology algebra geometry',
)

/** Words that stand before a spoken `dot com` without being its name. */
export const noNames = wordsOf('the a an this that one two ek do every each of and is b m')

export const mailHosts = wordsOf(
  'gmail gmial gmali googlemail yahoo ymail hotmail outlook rediffmail rediff icloud proton protonmail zoho live msn',
  'জিমেইল জিমেল જીમેલ ஜிமெயில் జీమెయిల్ ಜಿಮೇಲ್ जीमेल जिमेल याहू याहु हॉटमेल आउटलुक रेडिफमेल',
)

/** Handles of UPI apps and banks. Those of `plainPayHandles` are ordinary words after a spoken `at`. */
export const payHandles = wordsOf(
  'okaxis okhdfcbank okicici oksbi ybl ibl axl apl yapl rapl ptsbi ptyes ptaxis pthdfc yescred naviaxis jupiteraxis waaxis wahdfcbank',
  'waicici wasbi idfcbank barodampay hdfcbank axisbank icici ikwik abfspay freecharge fam slice superyes tapicici timecosmos yesbank pingpay okbizaxis axisbank idbi kvb uco federalbank rblbank dbs',
)
export const plainPayHandles = wordsOf(
  'upi paytm sbi pnb kotak airtel jio axis axisb hdfc kbl boi cnrb unionbank indus federal pockets',
)

/** Where people have handles. */
const platforms = wordsOf(
  'insta instagram instagrm ig igid gram telegram tele tg whatsapp fb facebook snapchat snap twitter threads signal skype discord linkedin youtube dm reddit koo sharechat moj sc dc quora arattai truecaller hangout gtalk yt hike botim wechat viber imo zoom',
  'ইনস্টাগ্রাম ইনস্টা இன்ஸ்டா இன்ஸ்டாகிராம் ઇન્સ્ટાગ્રામ ઇન્સ્ટા इन्स्टा इन्स्टाग्राम ইনস্টাতে ਇੰਸਟਾ ਇੰਸਟਾਗ੍ਰਾਮ ಇನ್ಸ್ಟಾ ఇన్స్టా 📸 📷 👻 🐦 🎮 ▶ ✈ इंस्टा इंस्टाग्राम टेलीग्राम टेलिग्राम व्हाट्सएप फेसबुक स्नैपचैट',
)

// Vowels and doubled letters are what people leave out or get wrong.
const skeletonOf = (word: string): string =>
  word.charAt(0) +
  word
    .slice(1)
    .replace(/@/g, 'a')
    .replace(/[aeiouy]/g, '')
    .replace(/(.)\1+/g, '$1')
const skeletons = new Set([...platforms].filter((word) => /^[a-z]{5,}$/.test(word)).map(skeletonOf))

/** Whether a word names an app with accounts: `insta`, also `instaa` and `teligram`. */
export const isPlatform = (word: string): boolean =>
  platforms.has(word) ||
  platforms.has(word.replace(/^1/, 'i')) ||
  (/^[a-z@]{4,12}$/.test(word) && skeletonOf(word).length > 3 && skeletons.has(skeletonOf(word)))

/** Payment apps: a name with an @ near one of these is a UPI id, whatever the bank. */
export const payWords = wordsOf('upi gpay phonepe phonpe paytm bhim यूपीआई जीपे फोनपे पेटीएम')

/** Mail, where people leave the host away: `gmail id rahul99`. */
export const mailWords = wordsOf('gmail email mail जीमेल ईमेल मेल')

/** Words that say an account is named next. */
export const handleWords = wordsOf(
  'id ids handle username user name acc account profile : = @ - – > आईडी अकाउंट আইডি ஐடி આઈડી',
)

/** What one does with an account. */
export const followWords = wordsOf('search follow add dm msg message find subscribe ping sarch फॉलो सर्च')

/** Words between the name of a platform and the account. */
export const handleLinks = wordsOf(
  'app chat wala pr p me mein mai is hai h hu hun hoon pe par my mera meri ka ki on at है पे वर ला पर তে ਤੇ પર हूं पर मेरा मेरी',
)

/** Words that say a doubtful ending is a domain. */
export const siteWords = wordsOf(
  'khol kholo kholiye kholna खोलिए खोलो visit site website web link open join google check see dekho dekhiye portal url login browse वेबसाइट साइट लिंक देखिए देखें',
)

export const atWords = wordsOf('at aet एट ऐट অ্যাট એટ அட்')
export const rateWords = wordsOf('rate रेट')
export const theWords = wordsOf('the द दी')
export const dotWords = wordsOf(
  'dot dott dawt daut daat d0t point fullstop bindu बिंदु ডট ડોટ டாட் డాట్ ಡಾಟ್ डॉट डाट डोट पॉइंट',
)
export const joinWords = wordsOf('underscore dash hyphen अंडरस्कोर डैश')
