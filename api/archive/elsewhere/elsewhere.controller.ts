import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { Elsewhere, PlacesOfStory } from '../../contract/staff/elsewhere.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { AddPlaceDto, SettleRemovalDto } from './elsewhere.dto.js';
import { ElsewhereService } from './elsewhere.service.js';

@Controller('api/admin/elsewhere')
@Audience('staff')
export class ElsewhereController {
  constructor(private readonly elsewhere: ElsewhereService) {}

  @Get()
  describe(): Promise<Elsewhere> {
    return this.elsewhere.describe();
  }

  @Get('stories/:userId')
  listOf(@Param('userId') userId: string): Promise<PlacesOfStory> {
    return this.elsewhere.listOf(userId);
  }

  @Post('places')
  @HttpCode(204)
  addPlace(@Body() place: AddPlaceDto): Promise<void> {
    return this.elsewhere.addPlace(place);
  }

  @Delete('places/:id')
  @HttpCode(204)
  removePlace(@Param('id') id: string): Promise<void> {
    return this.elsewhere.removePlace(id);
  }

  @Post('removals/:id')
  @HttpCode(204)
  settle(@Param('id') id: string, @Body() said: SettleRemovalDto): Promise<void> {
    return this.elsewhere.settle(id, said);
  }
}
