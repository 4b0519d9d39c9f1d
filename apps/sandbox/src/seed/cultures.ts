export interface Culture {
  readonly language: string;
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** How given and family name stand together. */
  readonly order: "given first" | "family first" | "joined";
}

const words = (text: string): readonly string[] => text.split("|");

export const cultures = {
  english: {
    language: "en",
    order: "given first",
    given: words("Eleanor|James|Ruth|Harold|Grace|Marcus|Naomi|Desmond|Priscilla|Wade|Shawn|Mary-Kate"),
    family: words(
      "Whitfield|O'Hara|Bennett|Smith-Jones|Carver|Ellison|Van der Berg|McAllister|Pratt|St. John|Lee|Okafor-Hughes",
    ),
  },
  spanish: {
    language: "es",
    order: "given first",
    given: words("María José|Íñigo|Lucía|Joaquín|Begoña|Andrés|Ximena|Óscar|Nuria|Raúl"),
    family: words("Núñez Peña|García|Ibáñez|de la Cruz|Muñoz Ortega|Zúñiga|Fernández|Ávila|Quiñones|Rojas"),
  },
  chinese: {
    language: "zh",
    order: "joined",
    given: words("雨桐|子轩|欣怡|浩然|思远|美玲|建国|晓明|婷|伟"),
    family: words("王|李|张|刘|陈|杨|赵|欧阳|周|吴"),
  },
  vietnamese: {
    language: "vi",
    order: "family first",
    given: words("Thị Minh Anh|Văn Hùng|Thanh Tâm|Quốc Bảo|Ngọc Ánh|Đức Trí|Thu Hà|Hữu Phước|Kim Ngân|Trọng Nghĩa"),
    family: words("Nguyễn|Trần|Lê|Phạm|Huỳnh|Đặng|Bùi|Đỗ|Võ|Ngô"),
  },
  arabic: {
    language: "ar",
    order: "given first",
    given: words("فاطمة|محمد|ليلى|عبد الرحمن|نور|خالد|سلمى|يوسف|هدى|طارق"),
    family: words("الحسيني|بن علي|النجار|الخطيب|منصور|العبدالله|حداد|الشريف|زيدان|القاسم"),
  },
  irish: {
    language: "ga",
    order: "given first",
    given: words("Sadhbh|Pádraig|Aoife|Tadhg|Caoimhe|Oisín|Gráinne|Cillian|Niamh|Séamus"),
    family: words(
      "Ní Bhriain|Ó Súilleabháin|Mac Gearailt|Nic Dhonnchadha|Ó Ceallaigh|de Búrca|Ní Chonaill|Ó Dochartaigh|Mac Cárthaigh|Ó Murchú",
    ),
  },
  polish: {
    language: "pl",
    order: "given first",
    given: words("Małgorzata|Wojciech|Agnieszka|Łukasz|Żaneta|Stanisław|Jadwiga|Grzegorz|Bożena|Zbigniew"),
    family: words(
      "Wiśniewska|Wójcik|Dąbrowski|Łukaszewicz|Szczęsny|Brzęczyszczykiewicz|Kwiatkowska|Żółtowski|Śliwa|Źrebiec",
    ),
  },
  yoruba: {
    language: "yo",
    order: "given first",
    given: words("Adébáyọ̀|Ọlúwaṣeun|Fọlákẹ́|Títílayọ̀|Ayọ̀délé|Bọ́lánlé|Olúfẹ́mi|Yétúndé|Kẹ́hìndé|Táíwò"),
    family: words("Adéyẹmí|Ọláníyan|Akínwándé|Ògúnlẹ́sì|Ṣóyínká|Fálétí|Adésínà|Ọbásanjọ́|Bánkọ́lé|Ìdòwú"),
  },
  igbo: {
    language: "ig",
    order: "given first",
    given: words("Chukwuemeka|Ngọzi|Obinna|Ifeọma|Kelechi|Adaeze|Uchenna|Chiamaka"),
    family: words("Okonkwo|Nwosu|Eze|Ọkafọ|Nnadi|Ihejirika|Onyekachi|Agu"),
  },
  hindi: {
    language: "hi",
    order: "given first",
    given: words("अनन्या|राजेश|प्रिया|विक्रम|सुनीता|अर्जुन|मीरा|Rajeshwari"),
    family: words("शर्मा|वर्मा|सिंह|Iyer|मिश्रा|Chattopadhyay|पटेल|गुप्ता"),
  },
  tamil: {
    language: "ta",
    order: "given first",
    given: words("கவிதா|முருகன்|லட்சுமி|செந்தில்|மீனாட்சி|Venkatanarasimharajuvaripeta"),
    family: words("சுப்பிரமணியம்|Balasubramaniam|நடராஜன்|ராமன்"),
  },
  japanese: {
    language: "ja",
    order: "family first",
    given: words("さくら|健太|美咲|翔太|陽子|大輔|直美|浩"),
    family: words("佐藤|鈴木|高橋|渡邉|齋藤|山本|小林|髙田"),
  },
  korean: {
    language: "ko",
    order: "joined",
    given: words("서연|민준|지우|도윤|하은|준호|수빈|영희"),
    family: words("김|이|박|최|정|남궁|강|황보"),
  },
  french: {
    language: "fr",
    order: "given first",
    given: words("Anaïs|Étienne|Chloé|Jean-Baptiste|Maëlle|Gaël|Zoé|Loïc"),
    family: words("Lefèvre|d'Arcy|Bélanger|Çelik-Moreau|Le Goff|Œuvrard|Dupré|N'Diaye"),
  },
  german: {
    language: "de",
    order: "given first",
    given: words("Jürgen|Annelie|Käthe|Björn|Sören|Ulrike|Hans-Peter|Änne"),
    family: words("Müller|Groß|Schönfeld|von und zu Hohenstein|Weiß|Köhler|Strauß-Öztürk|Bäcker"),
  },
  portuguese: {
    language: "pt",
    order: "given first",
    given: words("João|Conceição|Antônio|Luíza|Sebastião|Inês|Tomé|Açucena"),
    family: words("Gonçalves|da Silva e Souza|Araújo|Magalhães|dos Santos|Conceição|Brandão|Simões"),
  },
  russian: {
    language: "ru",
    order: "given first",
    given: words("Екатерина|Дмитрий|Ольга|Фёдор|Наталья|Игорь|Алёна|Сергей"),
    family: words("Щербакова|Иванов|Королёв|Кузнецов|Юрьев|Смирнов|Жуков|Цой"),
  },
  ukrainian: {
    language: "uk",
    order: "given first",
    given: words("Оксана|Богдан|Їванна|Тарас|Євгенія|Мар'яна"),
    family: words("Шевченко|Ґжицький|Коваленко|Бойко|Мельник|Лук'яненко"),
  },
  greek: {
    language: "el",
    order: "given first",
    given: words("Ελένη|Γιώργος|Αικατερίνη|Δημήτρης|Σοφία|Νίκος"),
    family: words("Παπαδόπουλος|Οικονόμου|Αγγελοπούλου|Βασιλείου|Κωνσταντίνου|Ξένος"),
  },
  hebrew: {
    language: "he",
    order: "given first",
    given: words("שרה|דוד|רחל|יעקב|מרים|אברהם"),
    family: words("כהן|לוי|מזרחי|פרידמן|בן־דוד|אשכנזי"),
  },
  turkish: {
    language: "tr",
    order: "given first",
    given: words("Işıl|İbrahim|Gülşen|Çağrı|Şule|Ömer"),
    family: words("Yıldız|Şahin|Çelik|Öztürk|Kılıç|İnönü"),
  },
  hawaiian: {
    language: "haw",
    order: "given first",
    given: words("Keanuʻi|Kaʻiulani|Makoa|Leilani|Kekoa|Noelani"),
    family: words("Kamehameha|Keliʻihananui|Kahananui|Māhoe|Kealoha|Nāone"),
  },
  navajo: {
    language: "nv",
    order: "given first",
    given: words("Shandiin|Yanaba|Hastiin|Nizhoni|Bidziil"),
    family: words("Begaye|Tsosie|Yazzie|Nez|Tółikan"),
  },
  thai: {
    language: "th",
    order: "given first",
    given: words("สมชาย|สุดา|ธนพล|วิภา|กมล"),
    family: words("ศรีสุวรรณ|วงศ์สวัสดิ์|แสงทอง|ใจดี|พิพัฒน์กุล"),
  },
  amharic: {
    language: "am",
    order: "given first",
    given: words("ሰላም|ዳዊት|ሕይወት|ተስፋዬ|ማርታ"),
    family: words("በቀለ|ኃይለ|ታደሰ|ገብረ|አለሙ"),
  },
  persian: {
    language: "fa",
    order: "given first",
    given: words("شیرین|آرش|پریسا|کوروش|ژاله"),
    family: words("کریمی|پورمحمدی|حسینی‌نژاد|یزدانی|چمران"),
  },
} as const satisfies Record<string, Culture>;

export type CultureName = keyof typeof cultures;
