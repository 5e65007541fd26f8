export const TURN = 2 * Math.PI; // radians
