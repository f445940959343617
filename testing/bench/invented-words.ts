/** Words of invented titles, commonest first: the generator picks early ones far more often. */
export const FIRST_WORDS = words(`
  Super Crazy Stickman Color Moto Car City Dragon Princess Zombie Ninja Bubble Candy Monster Block Pixel Space Jungle
  Tower Street Baby Cat Dino Farm Football Fruit Ice Jewel King Magic Mega Moon Neon Ocean Panda Pirate Puzzle Racing
  Robot Rope Royal Shadow Snow Speed Star Sky Tank Tiny Toy Train Truck Turbo Water Wild Wizard Wood Word Angry Alien
  Arrow Atomic Aqua Balloon Bandit Battle Bear Beach Bike Bird Blue Bottle Box Brave Brick Bus Butterfly Cactus Castle
  Cave Chicken Chess Clock Cloud Cosmic Cowboy Cube Cyber Dark Desert Diamond Doll Donut Door Duck Dungeon Eagle Earth
  Easter Egg Electric Elf Emoji Empire Epic Extreme Fairy Fantasy Fast Fidget Fire Fish Flappy Flip Forest Fox Frog
  Frozen Galaxy Garden Ghost Giant Gold Goblin Grand Gravity Green Gun Hammer Happy Hero Hexa Hidden Honey Hook Horse
  Hot Hyper Insta Iron Island Jelly Jet Kids Kitty Knight Ladder Laser Lava Lazy Light Lion Little Love Lucky Mad Mahjong
  Maze Metal Mini Mirror Monkey Mountain Mouse Mummy Music Mystery Night Noob Number Nuts Office Orbit Owl Paint Paper
  Parrot Party Penguin Pet Phone Piano Pink Pizza Planet Plant Plumber Pocket Poly Pony Pop Power Pull Rabbit Rail Rainbow
  Red Retro Ring River Road Rocket Rolling Rubber Runaway Sand Santa School Sea Secret Shark Ship Silent Silly Skate Slime
  Smart Snake Soda Soldier Sonic Spider Spooky Spring Sticky Stone Sugar Sumo Sun Sushi Sweet Sword Tap Tiger Time Toon
  Treasure Triple Tropical Turtle Ultra Underwater Unicorn Vampire Viking Violet Volcano Warrior Wheel White Witch Wolf
  Worm X Yellow Yeti Yummy Zen Zig Zoo`)

export const SECOND_WORDS = words(`
  Run Rush Racer Puzzle Adventure Jump Game Shooter Simulator Match Battle Dash Hero Escape World Quest Fight Blast Craft
  Defense Master Mania Saga Challenge Drive Driver Parking Drift Stunt Race Racing Soccer Hunter Hunt Legends Wars War
  Attack Hop Merge Clicker Idle Tycoon Solitaire Mahjong Pool Golf Basketball Bowling Tennis Cooking Salon Makeover Fashion
  Coloring Draw Maze Memory Math Words Blocks Balls Bubbles Bricks Bird Ball Bounce Breaker Bridge Builder Builders Cards
  Chef Chess Chase Climb Clash Connect Crash Crush Dance Dentist Digger Doctor Dressup Drop Duel Dunk Farm Fall Fever
  Fishing Flight Fly Frenzy Garden Glide Hockey Hole Horror House Invaders Island Jam Journey Kart Kick Kingdom Knockout
  Lab Land Ludo Mayhem Mine Miner Mission Monsters Ninja Obby Paradise Party Patrol Pet Pilot Pinball Planet Platformer
  Pop Pusher Raid Rally Rescue Revenge Ride Rider Rings Rise Road Robbery Rocket Rolling Room Rope Rumble Runner Sandbox
  School Shoot Shop Shot Showdown Skater Slash Slice Slide Slider Smash Snake Sniper Sort Sprint Squad Stack Story Strike
  Strikers Surfers Survival Swing Switch Tap Tank Target Temple Throw Tiles Town Toss Tower Trail Train Trap Trials Trip
  Truck Twist Village Wings Worm Worlds Zone`)

/** The third word of one title in three. */
export const LAST_WORDS = words(
  '3D 2 Online Deluxe Pro 2D Mania 3 HD io Xtreme Party Levels Reloaded 4 Tournament Extended Mini',
)

/** Rare titles contain a name built from these, as real catalogues contain unique names. */
export const SYLLABLES = words(
  'ba zo ri ka lu mo ne ta vi xo qua dri ful gam hex jo kyr lin mur nox pia sol tru wex yor zim',
)

/** Tags in addition to those of the tags page, commonest first. */
export const OTHER_TAGS = words(`
  1player html5 mobile skill arcade boys girls touchscreen android car 2player funny logic driving shooting stickman
  zombie brain physics cute match3 timing avoid collecting endless jumping upgrade board unity webgl bubble monster war
  animal money robot space ninja dress-up cooking drawing football basketball golf bike truck train plane tank gun sword
  bow magic dragon princess fairy doll baby pet cat dog horse dinosaur fish bird farm garden city island jungle desert
  snow christmas halloween easter school hospital restaurant hotel music dance memory math words quiz cards chess mahjong
  solitaire dominoes snake tetris bricks ball pool bowling tennis hockey boxing wrestling running parkour skateboard surf
  ski swimming fishing hunting escape hidden-object mystery detective police thief prison pirate knight viking samurai
  cowboy superhero alien ghost vampire witch io idle clicker merge tycoon tower-defense crafting survival noob obby`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
