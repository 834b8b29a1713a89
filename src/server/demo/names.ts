/** Given names and surnames of many communities, and how often each is met in a state. Invented combinations. */

export type Community = {
  women: readonly string[]
  men: readonly string[]
  surnames: readonly string[]
  languages: readonly string[]
}

const list = (text: string): readonly string[] => text.split(' ')

const north = {
  women: list(
    `Aarti Alka Anita Anjali Ankita Aparna Archana Asha Bhavna Chhaya Deepa Deepika Divya Garima Geeta Hema Jaya Jyoti
    Kalpana Kanchan Kavita Kiran Kirti Komal Lata Madhuri Mamta Manisha Meena Megha Monika Namrata Neelam Neha Nidhi Nisha Pallavi
    Poonam Prachi Pragya Pratibha Preeti Priyanka Rachna Radhika Rakhi Rashmi Reena Rekha Renu Richa Ritu Roshni Ruchi Sadhana Sakshi
    Sandhya Sangeeta Sapna Sarita Seema Shalini Shikha Shilpa Shraddha Shweta Smita Sneha Sonal Sonam Sudha Sujata Sulekha Sunita
    Surbhi Sushma Swati Tanvi Urmila Usha Vandana Varsha Vibha Vidya Vineeta Yamini`.replace(/\s+/g, ' '),
  ),
  men: list(
    `Abhay Abhishek Aditya Ajay Akash Akhilesh Alok Amit Anand Anil Ankit Anurag Arpit Arun Arvind Ashish Ashok Ashutosh Atul
    Avinash Bharat Chetan Deepak Devendra Dharmendra Dinesh Gaurav Girish Govind Hemant Hitesh Jitendra Kailash Kamlesh Kapil Lokesh
    Mahendra Manish Manoj Mayank Mohit Mukesh Narendra Naveen Neeraj Nilesh Nitin Pankaj Piyush Pradeep Prakash Pramod Prashant Praveen
    Pushpendra Raghav Rahul Rajeev Rajendra Rajesh Rakesh Ravi Rishabh Rohit Sachin Sandeep Sanjay Santosh Satish Saurabh Shailendra
    Shubham Sudhir Sunil Suresh Tarun Umesh Utkarsh Vaibhav Vijay Vikas Vinay Vinod Vishal Vivek Yash Yogesh`.replace(
      /\s+/g,
      ' ',
    ),
  ),
}

export const communities = {
  hindi: {
    ...north,
    surnames: list(
      `Sharma Verma Mishra Tiwari Dubey Shukla Pandey Chaturvedi Vyas Upadhyay Trivedi Pathak Dixit Saxena Shrivastava Khare
      Nigam Mathur Agrawal Gupta Khandelwal Chouhan Tomar Bhadoria Sengar Baghel Yadav Kushwaha Lodhi Malviya Prajapati Soni Rajput Thakur
      Jatav Ahirwar Kori Raikwar Namdev Vishwakarma Sahu Rai Chourasia Patidar Mandloi Sen Raghuwanshi Gurjar`.replace(
        /\s+/g,
        ' ',
      ),
    ),
    languages: ['Hindi', 'English'],
  },
  jain: {
    ...north,
    surnames: list('Jain Kothari Bafna Lodha Chhajed Surana Kasliwal Doshi Bohra Nahar Sethi Patni'),
    languages: ['Hindi', 'English'],
  },
  rajasthani: {
    ...north,
    surnames: list(
      'Rathore Shekhawat Bhati Meena Purohit Joshi Bishnoi Choudhary Maheshwari Toshniwal Sankhla Gehlot Rajpurohit Vyas Jangid Kumawat Saini Regar',
    ),
    languages: ['Hindi', 'English', 'Marwari'],
  },
  marathi: {
    women: list(
      'Aditi Anagha Archana Ashwini Gauri Jayashree Kshama Madhavi Manasi Medha Mrunal Mugdha Pradnya Prajakta Rohini Sayali Shubhangi Snehal Supriya Swapna Tejaswini Vaishali Vrushali Yogita',
    ),
    men: list(
      'Abhijit Ajinkya Amol Aniket Anirudh Chinmay Dnyanesh Hrishikesh Kedar Mahesh Makarand Mandar Milind Nikhil Omkar Prasad Rohan Sameer Sandesh Shantanu Shripad Sushant Tejas Vaibhav Yashwant',
    ),
    surnames: list(
      'Deshpande Kulkarni Joshi Patil Jadhav Pawar Shinde More Bhosale Chavan Gokhale Kale Phadke Apte Deshmukh Gaikwad Kamble Wankhede Meshram Ingle Sawant Naik Thakre Bhagat Khedkar Nimbalkar Borkar Kelkar Holkar Salunke',
    ),
    languages: ['Hindi', 'English', 'Marathi'],
  },
  gujarati: {
    women: list(
      'Alpa Avani Bhumi Chandni Darshana Dhara Falguni Hetal Hiral Jalpa Janki Jigna Kinjal Krupa Mittal Nirali Payal Pinal Rupal Sejal Toral Urvi Vaishali',
    ),
    men: list(
      'Bhavesh Chirag Darshan Dhaval Dipesh Hardik Harsh Jayesh Jignesh Ketan Kunal Mehul Mitesh Nirav Paresh Parth Pratik Rakesh Sagar Tushar Urvish Vipul',
    ),
    surnames: list(
      'Patel Shah Mehta Desai Trivedi Bhatt Pandya Dave Parmar Solanki Chauhan Gajjar Panchal Modi Rana Vaghela Makwana Rathod Thakkar Raval Amin Vasava',
    ),
    languages: ['Gujarati', 'Hindi', 'English'],
  },
  sikh: {
    women: list(
      'Amandeep Gurleen Gurpreet Harleen Harmeet Harpreet Jasleen Jaspreet Kulwinder Manpreet Navneet Paramjeet Rajwinder Ravneet Simran Sukhpreet',
    ),
    men: list(
      'Amarjeet Amandeep Balwinder Gurdeep Gurpreet Harjeet Harpreet Inderjeet Jasbir Jaswinder Kulwant Manjeet Navjot Paramjeet Ranjit Satnam Sukhdev',
    ),
    surnames: list(
      'Bhatia Chhabra Saluja Gill Sandhu Dhillon Sethi Arora Bagga Hora Khanuja Narula Anand Grewal Bedi Kalra',
    ),
    languages: ['Punjabi', 'Hindi', 'English'],
  },
  muslim: {
    women: list(
      'Aafreen Aisha Amreen Asma Farheen Farzana Fatima Hina Huma Iram Kausar Mehjabeen Nagma Nazneen Nida Rehana Rubina Rukhsar Saba Sabiha Saima Sana Sania Shabnam Shaheen Shazia Sumaiya Tabassum Uzma Yasmeen Zainab Zeenat',
    ),
    men: list(
      'Aamir Abdul Adil Ahmed Arif Asif Azhar Danish Faisal Faizan Farhan Firoz Hamid Imtiyaz Irfan Javed Junaid Kashif Khalid Mohsin Mubeen Nadeem Naeem Parvez Rashid Rizwan Saif Salman Shadab Shahid Sohail Tariq Usman Wasim Yusuf Zaid Zubair',
    ),
    surnames: list(
      'Khan Ansari Qureshi Sheikh Siddiqui Mansuri Pathan Hussain Ali Shah Baig Rizvi Farooqui Multani Nagori Patel Mirza Usmani Saifee Burhanpurwala',
    ),
    languages: ['Urdu', 'Hindi', 'English'],
  },
  christian: {
    women: list(
      'Agnes Alice Anita Angela Bindu Celine Daisy Elizabeth Grace Irene Jacinta Jessy Joyce Leena Lizy Maria Mary Merlin Rosy Sheela Shirley Stella Susan Teresa',
    ),
    men: list(
      'Abraham Albert Alex Anthony Benny Biju Charles Daniel David Dominic Francis George Jacob James Jerome John Joy Kurian Mathew Nelson Paul Peter Robin Sebastian Shaji Simon Thomas Victor',
    ),
    surnames: list(
      'Mathew Thomas George Varghese Philip Fernandes DSouza Pereira Rodrigues Massey Lal Samuel Joseph Xavier Tirkey Kujur Minj Toppo Lobo Pinto Kurian Masih',
    ),
    languages: ['English', 'Hindi', 'Malayalam'],
  },
  bengali: {
    women: list(
      'Ananya Anindita Aparajita Barnali Debjani Indrani Ipsita Jhuma Kakoli Keya Madhumita Mahua Mitali Moushumi Paromita Piyali Rituparna Sharmistha Sohini Sreya Sudeshna Tanushree',
    ),
    men: list(
      'Abhijit Amitava Anirban Arindam Arnab Biswajit Debashish Dipankar Indranil Kaushik Partha Pinaki Prosenjit Rajat Sandip Saptarshi Somnath Soumen Subhash Sudip Sumit Tapan',
    ),
    surnames: list(
      'Banerjee Mukherjee Chatterjee Ghosh Bose Das Dutta Sen Roy Mitra Sarkar Biswas Mondal Chakraborty Bhattacharya Guha Majumdar Saha',
    ),
    languages: ['Bengali', 'Hindi', 'English'],
  },
  sindhi: {
    women: list(
      'Bharti Deepa Dimple Hema Jaya Kajal Kavita Komal Lavina Mahek Neha Payal Pooja Roma Sapna Simran Twinkle Varsha',
    ),
    men: list(
      'Ajay Bharat Deepak Dilip Gopal Haresh Jitesh Kamal Lalit Manohar Mukesh Naresh Prakash Rajkumar Ramesh Sunil Suresh Vijay',
    ),
    surnames: list(
      'Ahuja Chawla Dodwani Gurnani Hotwani Khemani Lalwani Motwani Nagdev Punjabi Ramchandani Sachdev Tolani Vaswani Wadhwani',
    ),
    languages: ['Sindhi', 'Hindi', 'English'],
  },
  adivasi: {
    women: list(
      'Anita Basanti Champa Deepmala Ganga Hemlata Jamuna Kalavati Kavita Laxmi Manju Phoolwati Rajni Rekha Savita Shanti Sumitra Sunita',
    ),
    men: list(
      'Anil Bhuvan Dilip Gulab Jagdish Kailash Kamal Lakhan Mangal Mohan Narayan Omkar Prem Rajkumar Ramlal Shyam Sukhlal Vikram',
    ),
    surnames: list(
      'Uikey Maravi Dhurve Markam Netam Bhuria Damor Muzalda Bhabhar Kharadi Ninama Solanki Warkade Kumre Porte Dawar Bhilala Tekam',
    ),
    languages: ['Hindi', 'English'],
  },
  telugu: {
    women: list(
      'Anusha Bhargavi Bhavani Deepthi Durga Gayatri Haritha Kalyani Lakshmi Lavanya Madhavi Mounika Padma Prasanna Sailaja Sirisha Sowmya Sravani Sridevi Swapna Swathi Vasavi',
    ),
    men: list(
      'Anil Bhaskar Chaitanya Hari Kalyan Kiran Krishna Madhav Mahesh Naga Narasimha Pavan Phani Prasad Raghu Ramana Ravi Sai Srikanth Srinivas Suresh Venkat Vamsi',
    ),
    surnames: list(
      'Reddy Rao Naidu Chowdary Goud Yadav Varma Raju Sastry Gupta Mudiraj Kumar Bandari Gaddam Kandula Chary',
    ),
    languages: ['Telugu', 'English', 'Hindi'],
  },
  kannada: {
    women: list(
      'Akshata Amrutha Ashwini Bhavya Chaitra Deepa Geetha Kavya Latha Manjula Nagaratna Nandini Pavithra Rajeshwari Ramya Rashmi Roopa Sahana Shilpa Shruthi Sindhu Sumana Veena Vidya',
    ),
    men: list(
      'Anand Arun Basavaraj Chandan Darshan Ganesh Girish Harish Karthik Kiran Lokesh Manjunath Mahesh Nagaraj Naveen Pradeep Prashanth Raghavendra Santosh Shashidhar Shivakumar Sudarshan Vinay',
    ),
    surnames: list(
      'Gowda Hegde Shetty Bhat Rao Kamath Pai Nayak Patil Kulkarni Murthy Shastry Acharya Poojary Hiremath Naik Prasad Urs',
    ),
    languages: ['Kannada', 'English', 'Hindi'],
  },
  tamil: {
    women: list(
      'Bhuvana Chitra Gayathri Hema Jayanthi Kamala Kavitha Lalitha Malathi Meenakshi Nithya Padmavathi Priya Revathi Sangeetha Shanthi Subha Uma Vasantha Vidhya',
    ),
    men: list(
      'Anand Arvind Balaji Ganesan Gopal Hariharan Karthik Kumaran Mani Murali Natarajan Prabhu Raghavan Rajan Ramesh Sankar Saravanan Senthil Sivakumar Sundar Vignesh',
    ),
    surnames: list(
      'Iyer Iyengar Subramanian Krishnan Raman Natarajan Venkatesan Pillai Murugan Sundaram Rajagopal Chandrasekaran Ramanathan Selvam',
    ),
    languages: ['Tamil', 'English', 'Hindi'],
  },
  malayali: {
    women: list(
      'Ambika Asha Bindu Deepa Geetha Girija Indu Jayasree Lekha Maya Parvathy Preetha Rajani Remya Sandhya Sindhu Smitha Sreelatha Vineetha',
    ),
    men: list(
      'Ajith Anoop Babu Biju Dileep Hari Jayan Manoj Mohan Pradeep Prasanth Rajeev Sajith Santhosh Sreekumar Sunil Suresh Unni Vinod',
    ),
    surnames: list('Nair Menon Pillai Kurup Nambiar Panicker Warrier Namboothiri Unnithan Kaimal'),
    languages: ['Malayalam', 'English', 'Hindi'],
  },
} as const satisfies Record<string, Community>
export type CommunityName = keyof typeof communities

type Weights = readonly (readonly [CommunityName, number])[]
const anywhere: Weights = [
  ['bengali', 3],
  ['tamil', 2],
  ['malayali', 3],
  ['christian', 3],
  ['sindhi', 2],
  ['sikh', 3],
]

export const communitiesOf: Readonly<Record<string, Weights>> = {
  'Madhya Pradesh': [
    ['hindi', 42],
    ['marathi', 13],
    ['jain', 9],
    ['muslim', 13],
    ['sindhi', 4],
    ['adivasi', 6],
    ['rajasthani', 4],
    ['gujarati', 3],
    ...anywhere,
  ],
  Maharashtra: [['marathi', 55], ['hindi', 10], ['gujarati', 8], ['muslim', 12], ['kannada', 3], ...anywhere],
  Rajasthan: [['rajasthani', 50], ['hindi', 18], ['jain', 8], ['muslim', 10], ...anywhere],
  'Uttar Pradesh': [['hindi', 62], ['muslim', 20], ...anywhere],
  Gujarat: [['gujarati', 64], ['hindi', 10], ['muslim', 10], ['jain', 4], ...anywhere],
  Chhattisgarh: [['hindi', 50], ['adivasi', 12], ['marathi', 6], ['muslim', 6], ['jain', 4], ...anywhere],
  Delhi: [['hindi', 46], ['sikh', 12], ['muslim', 13], ['jain', 4], ...anywhere],
  Telangana: [['telugu', 60], ['muslim', 18], ['hindi', 6], ...anywhere],
  Karnataka: [['kannada', 58], ['muslim', 10], ['telugu', 6], ['tamil', 6], ...anywhere],
}
