import { Entity } from 'typeorm';
import { BrowserToken } from './browser-token.entity.js';

/** A browser in which a person was signed in. */
@Entity('device_token')
export class DeviceToken extends BrowserToken {}
