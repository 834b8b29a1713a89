const listOf = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Words for the digits 0 to 9, in the spellings people use: English, English in Devanagari, Hindi and Hinglish, Marathi, Gujarati,
 * Bengali, Punjabi, Tamil, Telugu and Kannada.
 */
export const unitWords = [
  'صفر zero null cero nol ноль ஜீரோ జీరో ಜೀರೋ ziro zeero zro jero jiro oh o nil nought naught null cipher shunya shoonya sunya soonya shuniya shuny sifar sunna sonne shunno poojyam pujyam शून्य शुन्य सुन्य जीरो जिरो सिफर ओ શૂન્ય শূন্য ਸਿਫਰ ਜ਼ੀਰੋ பூஜ்யம் பூஜ்ஜியம் సున్నా ಸೊನ್ನೆ പൂജ്യം ଶୂନ ଶୂନ୍ୟ puujyam',
  'ایک one uno eins eka ikk odin один wan yek ek eik aek ik onnu okati ondu वन एक इक એક এক ਇੱਕ ஒன்று ஒண்ணு ఒకటి ಒಂದು ഒന്ന് ଏକ',
  'دو two dos zwei dvi два tu do doh don irandu rendu eradu dui दो टू टु दोन બે দুই ਦੋ இரண்டு రెండు ಎರಡು രണ്ട് ଦୁଇ randu',
  'تین three tres drei tri tinn три thri teen tin theen tiin tran tin tri moonu mudu moodu mooru तीन तिन थ्री ત્રણ তিন ਤਿੰਨ மூன்று மூணு మూడు ಮೂರು മൂന്ന് ତିନି tini moonnu',
  'چار four cuatro vier chatur четыре foor fore char chaar chaarr naalu nalugu naalugu naalku nalku चार फोर ચાર চার ਚਾਰ நான்கு நாலு నాలుగు ನಾಲ್ಕು നാല് ଚାରି চাৰি chari',
  'پانچ five cinco fünf funf panj пять faiv fiv paanch panch paach pach paanc panc pancha pach paanc anju ainthu aindhu aidu पांच पाँच पाच पंच फाइव फाईव પાંચ পাঁচ ਪੰਜ ஐந்து அஞ்சு ఐదు ಐದು അഞ്ച് ପାଞ୍ଚ anchu',
  'چھ چھے six seis sechs shat шесть siks chhe che chhah chah chha cheh chhai chhay chey chhey saha chhoy choy aaru छह छः छ: छे छै छ सिक्स सहा છ ছয় ਛੇ ஆறு ఆరు ಆರು ആറ് ଛଅ',
  'سات seven siete sieben sapta satt семь sevan sevn saat sat saath sath elu ezhu shaat edu सात सेवन સાત সাত ਸੱਤ ஏழு ఏడు ಏಳು ഏഴ് ସାତ',
  'آٹھ eight ocho acht ashta atth восемь ait ett eit aath aat ath ettu ettu aat enimidi entu आठ एट ऐट આઠ আট ਅੱਠ எட்டு ఎనిమిది ಎಂಟು എട്ട് ଆଠ আঠ',
  'نو nine nueve nava naun девять nain nin nien nyn niner nau nou neun nao naw nav noy onbathu onbadhu tommidi ombattu नौ नो नऊ नाइन नाईन નવ নয় ਨੌਂ ஒன்பது తొమ్మిది ಒಂಬತ್ತು ഒമ്പത് ഒൻപത് ନଅ ombathu onpathu ombadu',
].map(listOf)

/** English words that sound like a digit: digits only between other digits. */
export const soundalikes: Readonly<Record<string, string>> = {
  won: '1',
  to: '2',
  too: '2',
  tree: '3',
  free: '3',
  for: '4',
  sicks: '6',
  sex: '6',
  ate: '8',
  nein: '9',
}

export const teenWords = listOf('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen')
export const tenWords = [
  ...['twenty twenti', 'thirty therty', 'forty fourty', 'fifty fivty', 'sixty siksty', 'seventy seventi'],
  ...['eighty eity', 'ninety ninty'],
].map(listOf)

/** Hindi, Marathi, Gujarati and Bengali have a word of their own for every number below a hundred. */
export const pairWords = `
10 दस das dus dass दहा daha દસ দশ · 11 ग्यारह gyarah gyara अकरा akra અગિયાર এগারো · 12 बारह barah bara बारा બાર বারো
13 तेरह terah tera तेरा તેર তেরো · 14 चौदह chaudah chouda choudah चौदा chauda ચૌદ চৌদ্দ · 15 पंद्रह पन्द्रह pandrah pandra पंधरा pandhra પંદર পনেরো
16 सोलह solah sola सोळा સોળ ষোল · 17 सत्रह सतरह satrah satra सतरा સત્તર সতেরো · 18 अठारह atharah athara अठरा athra અઢાર আঠারো
19 उन्नीस unnis एकोणीस ekonis ઓગણીસ উনিশ · 20 बीस bees वीस vees vis વીસ বিশ কুড়ি · 21 इक्कीस ikkis एकवीस ekvis એકવીસ একুশ
22 बाईस बाइस bais baees बावीस bavis બાવીસ বাইশ · 23 तेईस तेइस teis तेवीस tevis ત્રેવીસ তেইশ · 24 चौबीस chaubis चोवीस chovis ચોવીસ চব্বিশ
25 पच्चीस pachchis पंचवीस panchvis પચ્ચીસ পঁচিশ · 26 छब्बीस chhabbis सव्वीस savvis છવ્વીસ ছাব্বিশ
27 सत्ताईस सत्ताइस sattais सत्तावीस sattavis સત્તાવીસ সাতাশ · 28 अट्ठाईस अट्ठाइस atthais अठ्ठावीस atthavis અઠ્ઠાવીસ আঠাশ
29 उनतीस untis एकोणतीस ekontis ઓગણત્રીસ ঊনত্রিশ · 30 तीस tees ત્રીસ ত্রিশ তিরিশ · 31 इकतीस इकत्तीस iktis एकतीस ektis એકત્રીસ একত্রিশ
32 बत्तीस battis બત્રીસ বত্রিশ · 33 तैंतीस taintis tetis तेहेतीस tehetis તેત્રીસ তেত্রিশ · 34 चौंतीस chauntis chautis ચોત્રીસ চৌত্রিশ
35 पैंतीस paintis पस्तीस pastis પાંત્રીસ পঁয়ত্রিশ · 36 छत्तीस chhattis છત્રીસ ছত্রিশ · 37 सैंतीस saintis सदतीस sadtis સાડત્રીસ সাঁইত্রিশ
38 अड़तीस adtis artis આડત્રીસ আটত্রিশ · 39 उनतालीस untalis उनचालीस एकोणचाळीस ekonchalis ઓગણચાલીસ ঊনচল্লিশ · 40 चालीस chalis चाळीस ચાલીસ চল্লিশ
41 इकतालीस iktalis एक्केचाळीस ekkechalis એકતાલીસ একচল্লিশ · 42 बयालीस बियालीस byalis bayalis बेचाळीस bechalis બેતાલીસ বিয়াল্লিশ
43 तैंतालीस taintalis त्रेचाळीस trechalis તેતાલીસ তেতাল্লিশ · 44 चवालीस चौवालीस chavalis chauvalis चव्वेचाळीस chavvechalis ચુંમાલીસ চুয়াল্লিশ
45 पैंतालीस paintalis पंचेचाळीस panchechalis પિસ્તાલીસ পঁয়তাল্লিশ · 46 छियालीस chhiyalis सेहेचाळीस sehechalis છેતાલીસ ছেচল্লিশ
47 सैंतालीस saintalis सत्तेचाळीस sattechalis સુડતાલીસ সাতচল্লিশ · 48 अड़तालीस adtalis अठ्ठेचाळीस atthechalis અડતાલીસ আটচল্লিশ
49 उनचास unchas एकोणपन्नास ekonpannas ઓગણપચાસ ঊনপঞ্চাশ · 50 पचास pachas पन्नास pannas પચાસ পঞ্চাশ · 51 इक्यावन ikyavan एक्कावन्न ekkavann એકાવન একান্ন
52 बावन bavan bawan બાવન বাহান্ন · 53 तिरपन तिरेपन tirpan त्रेपन्न trepann ત્રેપન তিপ্পান্ন · 54 चौवन चव्वन chauvan चोपन्न chopann ચોપન চুয়ান্ন
55 पचपन pachpan पंचावन्न panchavann પંચાવન পঞ্চান্ন · 56 छप्पन chhappan છપ્પન ছাপ্পান্ন · 57 सत्तावन sattavan સત્તાવન সাতান্ন
58 अट्ठावन atthavan અઠ્ઠાવન আটান্ন · 59 उनसठ unsath एकोणसाठ ekonsath ઓગણસાઠ ঊনষাট · 60 साठ સાઠ ষাট · 61 इकसठ iksath एकसष्ट eksasht એકસઠ একষট্টি
62 बासठ basath बासष्ट basasht બાસઠ বাষট্টি · 63 तिरसठ तिरेसठ tirsath त्रेसष्ट tresasht ત્રેસઠ তেষট্টি
64 चौंसठ chaunsath चौसष्ट chausasht ચોસઠ চৌষট্টি · 65 पैंसठ painsath पासष्ट pasasht પાંસઠ পঁয়ষট্টি
66 छियासठ chhiyasath सहासष्ट sahasasht છાસઠ ছেষট্টি · 67 सड़सठ sadsath sarsath सदुसष्ट sadusasht સડસઠ সাতষট্টি
68 अड़सठ adsath arsath अडुसष्ट adusasht અડસઠ আটষট্টি · 69 उनहत्तर unhattar एकोणसत्तर ekonsattar અગણોસિત્તેર ঊনসত্তর · 70 सत्तर sattar સિત્તેર সত্তর
71 इकहत्तर ikhattar एक्काहत्तर ekkahattar એકોતેર একাত্তর · 72 बहत्तर bahattar बाहत्तर બોતેર বাহাত্তর
73 तिहत्तर tihattar त्र्याहत्तर tryahattar તોતેર তিয়াত্তর · 74 चौहत्तर chauhattar चौऱ्याहत्तर chauryahattar ચુમોતેર চুয়াত্তর
75 पचहत्तर pachhattar पंच्याहत्तर panchyahattar પંચોતેર পঁচাত্তর · 76 छिहत्तर chhihattar शहात्तर shahattar છોતેર છોત્તેર ছিয়াত্তর
77 सतहत्तर sathattar सत्याहत्तर satyahattar સિત્યોતેર সাতাত্তর · 78 अठहत्तर athhattar athattar अठ्ठ्याहत्तर atthyahattar ઇઠ્યોતેર আটাত্তর
79 उनासी उन्यासी unasi unnasi एकोणऐंशी ekonainshi ઓગણએંસી ঊনআশি · 80 अस्सी assi ऐंशी ainshi એંસી আশি
81 इक्यासी ikyasi एक्क्याऐंशी ekkyainshi એક્યાસી একাশি · 82 बयासी bayasi ब्याऐंशी byainshi બ્યાસી বিরাশি
83 तिरासी tirasi त्र्याऐंशी tryainshi ત્યાસી তিরাশি · 84 चौरासी chaurasi चौऱ्याऐंशी chauryainshi ચોર્યાસી চুরাশি
85 पचासी pachasi पंच्याऐंशी panchyainshi પંચાસી পঁচাশি · 86 छियासी chhiyasi शहाऐंशी shahainshi છ્યાસી ছিয়াশি
87 सत्तासी sattasi सत्त्याऐंशी sattyainshi સત્યાસી সাতাশি · 88 अट्ठासी atthasi अठ्ठ्याऐंशी atthyainshi અઠ્યાસી আটাশি
89 नवासी navasi एकोणनव्वद ekonnavvad નેવ્યાસી ঊননব্বই · 90 नब्बे nabbe नव्वद navvad નેવું নব্বই
91 इक्यानवे ikyanve एक्क्याण्णव ekkyannav એકાણું একানব্বই · 92 बानवे banve ब्याण्णव byannav બાણું বিরানব্বই
93 तिरानवे tiranve त्र्याण्णव tryannav ત્રાણું তিরানব্বই · 94 चौरानवे chauranve चौऱ्याण्णव chauryannav ચોરાણું চুরানব্বই
95 पंचानवे पचानवे panchanve पंच्याण्णव panchyannav પંચાણું পঁচানব্বই · 96 छियानवे chhiyanve शहाण्णव shahannav છન્નું ছিয়ানব্বই
97 सत्तानवे sattanve सत्त्याण्णव sattyannav સત્તાણું সাতানব্বই · 98 अट्ठानवे atthanve अठ्ठ्याण्णव atthyannav અઠ્ઠાણું আটানব্বই
99 निन्यानवे ninyanve ninyanbe नव्व्याण्णव navvyannav નવ્વાણું নিরানব্বই`

/** Words that multiply the number before them: `nau sau` 900, `82 lakh`. */
export const multipliers: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['100', 'hundred sau सौ शे શો সো'],
    ['1000', 'thousand hazar hazaar hajar hajaar हजार હજાર হাজার'],
    ['100000', 'lakh lac lakhs lacs laakh लाख લાખ লাখ'],
    ['1000000', 'million'],
    ['10000000', 'crore crores karod karor kror करोड कोटी કરોડ কোটি'],
    ['1000000000', 'billion arab अरब अब्ज'],
  ].flatMap(([value, words = '']) => listOf(words).map((word) => [word, Number(value)] as const)),
)

/** Words that repeat the digit after them. */
export const repeats: Readonly<Record<string, number>> = Object.fromEntries([
  ...listOf('double dubble dabal dbl twice डबल डबुल').map((word) => [word, 2] as const),
  ...listOf('triple tripple tripal tiple thrice ट्रिपल ट्रीपल').map((word) => [word, 3] as const),
])

/** `uske baad`, `ke aage`: two words that only together are said between the parts of a number. */
export const afterThat = [
  listOf('ke uske iske chya tyachya के उसके इसके च्या त्याच्या'),
  listOf('baad aage nantar pudhe बाद आगे नंतर पुढे'),
].map((words) => new Set(words))

/** Words that people say between the parts of a number. */
export const fillers = new Set(
  listOf(`and then next second half ending end ends starts with rest last after that followed by again dash hyphen space gap dot comma plus minus slash star point
    aur phir fir likho baaki hissa part joined jodkar milakar lagao jodo half dusra doosra pehla tarpor pachi pachhi ani mag और फिर आधा हिस्सा दूसरा पहला भाग बाकी डैश प्लस कॉमा आणि मग પછી অতঃপর তারপর பிறகு ਫਿਰ`),
)
